/** For TypeScript: `process.mjs` has to run on whatever Node starts npm. */
export const root: string
export const server: readonly string[]
export function pinnedNode(): string
export function run(program: string, args: readonly string[]): Promise<number>
