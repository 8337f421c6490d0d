import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../tool.ts'

/**
 * Copies the working tree, including uncommitted changes; the copy is deleted when this process ends. Defects are put
 * into the copy only, so the tree never has to be restored.
 */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'guiche-defects-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  for (const file of filesOfTree()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  for (const folder of ['', ...workspaces()]) linkModules(join(root, folder), join(copy, folder))
  return copy
}

function filesOfTree(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  // The list includes files that are deleted but not yet committed as deleted.
  return [...new Set(list.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)))
}

const workspaces = (): string[] =>
  ['apps', 'packages'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))

/** Links dependencies to the original tree, and the product's own packages to the copy. */
function linkModules(from: string, to: string): void {
  const modules = join(from, 'node_modules')
  if (!existsSync(modules)) return
  const own = join(to, 'node_modules')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(modules).filter(isShared)) symlinkSync(join(modules, name), join(own, name))
  if (existsSync(join(modules, '@guiche'))) linkPackages(join(own, '@guiche'))
}

function linkPackages(scope: string): void {
  mkdirSync(scope)
  for (const name of readdirSync(join(root, 'node_modules', '@guiche')))
    symlinkSync(readlinkSync(join(root, 'node_modules', '@guiche', name)), join(scope, name))
}

/** Temporary files of vite and vitest must not be shared between the trees. */
const isShared = (name: string) => name !== '@guiche' && !name.startsWith('.vite')
