import { PassThrough, Readable, pipeline } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of the archive, made while it is written. */
interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/** A zip archive, made while it is read: nothing of it is kept but the names. */
export async function* zipped(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = new PassThrough()
  // An error of the content ends the stream that is read here.
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  for (const { name, content } of parts)
    zip.addReadStreamLazy(name, (begin) => begin(null, Readable.from(content).once('error', fail)))
  zip.end()
  yield* pipeline(zip.outputStream, output, () => undefined)
}
