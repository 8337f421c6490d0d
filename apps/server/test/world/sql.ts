/** Runs SQL as the database's superuser, to inspect and to damage data. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Sql = (text: string, values?: unknown[]) => Promise<any[]>
