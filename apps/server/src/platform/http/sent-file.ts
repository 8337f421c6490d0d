import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The answer of a call that sends a file. It is made while it is sent, so its size does not matter. */
export class SentFile {
  /** In plain letters. */
  readonly name: string
  readonly content: AsyncIterable<Buffer>

  constructor(name: string, content: AsyncIterable<Buffer>) {
    this.name = name
    this.content = content
  }
}

/** Files are for downloading only, and nobody keeps them on the way (S55). */
export const sendFile = (reply: FastifyReply, type: string, { name, content }: SentFile): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(Readable.from(content, { objectMode: false }))

/** A JSON answer that is made while it is sent, so its size does not matter. If it fails, the client is cut off. */
export class SentJson {
  readonly parts: AsyncIterable<string>

  constructor(parts: AsyncIterable<string>) {
    this.parts = parts
  }
}

export const sendJson = (reply: FastifyReply, { parts }: SentJson): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }))
