import { PassThrough, Readable, pipeline } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of the archive, made while it is written. */
export interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/**
 * A zip archive, made while it is read: nothing of it is kept but the names. A part is asked for when the one before it was
 * written, so its name may depend on that.
 */
export async function* zipped(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = new PassThrough()
  // An error of the content ends the stream that is read here.
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  void addAll().catch(fail)
  yield* pipeline(zip.outputStream, output, () => undefined)

  async function addAll() {
    for await (const part of parts) await written(part)
    zip.end()
  }

  function written({ name, content }: ZipPart): Promise<void> {
    return new Promise((resolve) => {
      zip.addReadStreamLazy(name, (begin) =>
        begin(null, Readable.from(content).once('error', fail).once('end', resolve)),
      )
    })
  }
}
