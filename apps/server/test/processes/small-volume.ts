import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small volume in memory, which tests fill. It is lost when it is unmounted. */
export interface SmallVolume {
  /** Fills it to the last byte. */
  fill(): void
  /** Makes space again. */
  empty(): void
  unmount(): void
}

/** Undefined if volumes can be mounted here; otherwise the reason. */
export function whyVolumesAreMissing(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has volumes in memory'
  if (process.getuid?.() !== 0) return 'only root may mount a volume'
  const folder = mkdtempSync(join(tmpdir(), 'guiche-volume-'))
  const refusal = run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  if (refusal === undefined) run('umount', [folder])
  rmdirSync(folder)
  return refusal
}

/** Moves the content of the folder to the volume, with owners and rights. */
export function mountVolume(folder: string, megabytes: number): SmallVolume {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid, mode } = statSync(folder)
  const before = `${folder}.before`
  renameSync(folder, before)
  mkdirSync(folder)
  const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=${(mode & 0o777).toString(8)}`
  must('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  must('cp', ['-a', `${before}/.`, folder])
  rmSync(before, { recursive: true })
  const filler = join(folder, 'filler')
  return {
    fill: () => fill(filler),
    empty: () => rmSync(filler, { force: true }),
    // Also while a process is still using it.
    unmount: () => must('umount', ['--lazy', folder]),
  }
}

function fill(file: string): void {
  const fd = openSync(file, 'a')
  try {
    // Smaller pieces fit where a large one does not.
    for (const bytes of [1_048_576, 4096, 1]) writeUntilFull(fd, Buffer.alloc(bytes))
  } finally {
    closeSync(fd)
  }
}

function writeUntilFull(fd: number, piece: Buffer): void {
  for (;;) {
    try {
      writeSync(fd, piece)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}

function must(command: string, args: string[]): void {
  const refusal = run(command, args)
  if (refusal !== undefined) throw new Error(refusal)
}

/** Undefined on success; otherwise the error message. */
function run(command: string, args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}
