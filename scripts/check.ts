import { tool } from './tool.ts'

/** The static checks. */
const checks = [
  { name: 'format', run: () => tool('oxfmt', ['--check', '.']) },
  { name: 'lint', run: () => tool('oxlint', ['--type-aware', '.']) },
  { name: 'types', run: () => tool('tsc', ['-b']) },
  { name: 'unused code', run: () => tool('knip', []) },
]

/** Runs every check, also after a failure, and returns the names of those that failed. */
export async function check(): Promise<string[]> {
  const failed = []
  for (const { name, run } of checks) {
    console.log(`\n— ${name}`)
    if (await run()) failed.push(name)
  }
  return failed
}
