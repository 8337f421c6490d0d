import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const most = 20

/** Folders that still hold more, with the reason. Remove the entry once the folder has been divided. */
const tooFull: Record<string, string> = {}

/** All source code but `apps/server/migrations`: those files are numbered, and read one at a time. */
const below = [
  'scripts',
  'e2e',
  'bench',
  'chaos',
  ...['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((name) => [`${parent}/${name}/src`, `${parent}/${name}/test`]),
  ),
].filter((folder) => existsSync(join(root, folder)))

/** The texts of a language are one file per area of the product. */
const isOfTexts = (folder: string) => /^apps\/web\/src\/locales\/\w+(\/screens)?$/.test(folder)

/** The number of files per folder, tests not counted. */
function fileCounts(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const folder of below) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.(test|spec)\.tsx?$/.test(entry.name)) continue
      const parent = relative(root, entry.parentPath)
      if (isOfTexts(parent)) continue
      counts[parent] = (counts[parent] ?? 0) + 1
    }
  }
  return counts
}

test(`no folder of source code holds more than ${most} files, tests not counted`, () => {
  const counts = fileCounts()
  expect(Object.keys(counts).length).toBeGreaterThan(50)
  for (const folder of ['scripts', 'chaos', 'apps/server/test', 'apps/server/test/world'])
    expect(Object.keys(counts)).toContain(folder)
  const full = Object.keys(counts).filter((folder) => (counts[folder] ?? 0) > most)
  // Compared for equality, so that an exception that is no longer needed fails too.
  expect(full.toSorted()).toEqual(Object.keys(tooFull).toSorted())
})
