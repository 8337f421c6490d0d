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
 * A copy of the working tree, with what is not committed, that is gone when this process ends. Defects go there and never
 * into the tree itself, so nothing has to be restored.
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
  // A file that was deleted and not committed is listed as well.
  return [...new Set(list.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)))
}

const workspaces = (): string[] =>
  ['apps', 'packages'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))

/** Dependencies are those of the tree; packages of the product are those of the copy. */
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

/** The temporary files of a run of tests belong to its own tree. */
const isShared = (name: string) => name !== '@guiche' && !name.startsWith('.vite')
