import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFolder } from './compress.ts'
import { root, tool } from './tool.ts'

const apps = [
  { folder: 'apps/web', name: 'the web application' },
  { folder: 'apps/widget', name: 'the web chat' },
]

/** Builds the browser applications whose sources have changed since the last build. Returns an exit code. */
export async function build({ evenIfFresh }: { evenIfFresh: boolean }): Promise<number> {
  for (const { folder, name } of apps) {
    const stamp = join(root, folder, 'dist/.built')
    const wanted = hashOf(folder)
    if (!evenIfFresh && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
    console.log(`Building ${name} …`)
    const failed = await tool('vite', ['build', folder, '--logLevel=warn'], { env: { NODE_ENV: 'production' } })
    if (failed) return failed
    await compressFolder(join(root, folder, 'dist'))
    writeFileSync(stamp, wanted)
  }
  return 0
}

function hashOf(folder: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const source of [folder, 'packages/contract/src']) add(hash, source)
  for (const step of ['build.ts', 'compress.ts']) hash.update(readFileSync(join(import.meta.dirname, step)))
  return hash.digest('hex')
}

function add(hash: Hash, folder: string): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name !== 'dist' && entry.name !== 'node_modules') add(hash, path)
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      hash.update(`${path}\0`).update(readFileSync(join(root, path)))
    }
  }
}
