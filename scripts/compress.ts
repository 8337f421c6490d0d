import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Everything else (images, fonts) is already compressed. */
const texts = new Set(['.css', '.html', '.js', '.json', '.svg', '.webmanifest'])
/** A smaller file fits into one packet uncompressed. */
const worthIt = 1024

// The highest quality would save 2 % more and take five times as long.
const brotli = (content: Buffer) =>
  promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
const encodings = [
  { ending: '.br', encode: brotli },
  { ending: '.gz', encode: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
]

/** Writes compressed copies beside each text file; the server sends them to browsers that accept the encoding. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && texts.has(extname(entry.name)))
      .map((entry) => compressFile(join(entry.parentPath, entry.name))),
  )
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < worthIt) return
  await Promise.all(encodings.map(async ({ ending, encode }) => writeFile(path + ending, await encode(content))))
}
