// A person of the reporting chart.

export interface ChartPerson {
  readonly user_id: string;
  readonly name: string;
  readonly status: 'active' | 'deprovisioned';
  /** Direct reports who are active. */
  readonly report_count: number;
  /** Whether the chart goes on beneath: a report is active, or left while somebody active is beneath. */
  readonly leads: boolean;
}
