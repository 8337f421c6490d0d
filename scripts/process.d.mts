/** Types for `process.mjs`, which is JavaScript because it has to run on any Node that starts npm. */
export const root: string
export const server: readonly string[]
export function pinnedNode(): string
export function run(program: string, args: readonly string[]): Promise<number>
