// A person of the reporting chart.

export interface ChartPerson {
  readonly user_id: string;
  readonly name: string;
  readonly status: 'active' | 'deprovisioned';
  /** The number of active direct reports. */
  readonly report_count: number;
  /** True if the chart continues below this person: a report is active, or has left but has active people below. */
  readonly leads: boolean;
}
