import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFolder } from './compress.ts'

test('text files get compressed copies beside them; small and already compressed files do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-compress-'))
  const script = 'export const greeting = "Olá, tudo bem?"\n'.repeat(100)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app.js'), script)
  await writeFile(join(folder, 'assets/inter.woff2'), Buffer.alloc(5000))
  await writeFile(join(folder, 'theme.js'), 'let dark = true')

  await compressFolder(folder)

  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'assets',
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'assets/inter.woff2',
    'theme.js',
  ])
  const read = (ending: string) => readFile(join(folder, `assets/app.js${ending}`))
  expect(brotliDecompressSync(await read('.br')).toString()).toBe(script)
  expect(gunzipSync(await read('.gz')).toString()).toBe(script)
  await rm(folder, { recursive: true })
})
