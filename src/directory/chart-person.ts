// A person of the reporting chart.

export interface ChartPerson {
  readonly user_id: string;
  readonly name: string;
  readonly status: 'active' | 'deprovisioned';
  readonly report_count: number;
}
