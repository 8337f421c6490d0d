import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const most = 20

/** Folders that still hold more, with the reason. Remove the entry once the folder has been divided. */
const tooFull: Record<string, string> = {}

const below = ['apps/server/src', 'apps/web/src', 'apps/widget/src', ...packages()]

function packages(): string[] {
  return readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)
}

/** The number of files per folder, tests not counted. */
function fileCounts(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const folder of below) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue
      const parent = relative(root, entry.parentPath)
      counts[parent] = (counts[parent] ?? 0) + 1
    }
  }
  return counts
}

test(`no folder of source code holds more than ${most} files, tests not counted`, () => {
  const counts = fileCounts()
  expect(Object.keys(counts).length).toBeGreaterThan(50)
  const full = Object.keys(counts).filter((folder) => (counts[folder] ?? 0) > most)
  // Compared for equality, so that an exception that is no longer needed fails too.
  expect(full.toSorted()).toEqual(Object.keys(tooFull).toSorted())
})
