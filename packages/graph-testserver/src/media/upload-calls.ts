import { z } from 'zod'
import { callerOf } from '../access/authorise.ts'
import type { App } from '../access/app.ts'
import type { Ask, Reply } from '../http/ask.ts'
import { obeying100 } from '../refusals/obey.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { UploadSession } from './upload-session.ts'

const Session = z.object({
  file_name: z.string().min(1).optional(),
  file_length: z.coerce.number().int().positive(),
  file_type: z.enum(['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']),
})

/** `POST /{app}/uploads` */
export function begin(ask: Ask, app: App, world: World): Reply {
  checkApp(ask, app, world)
  const { file_length, file_type } = obeying100(Session, ask.params)
  const { id } = world.directory.add(new UploadSession(app, file_length, file_type))
  return { status: 200, body: { id } }
}

/** `POST /upload:…`: the bytes from an offset on, which has to be where the last ones ended. */
export function proceed(ask: Ask, session: UploadSession, world: World): Reply {
  checkApp(ask, session.app, world)
  const offset = Number(ask.headers['file_offset'] ?? '')
  if (ask.headers['file_offset'] === undefined || offset !== session.received.length)
    throw refuse(100, { message: `The header file_offset has to be ${session.received.length}` })
  if (offset + ask.raw.length > session.length)
    throw refuse(100, { message: 'The file is longer than it was said to be' })
  session.received = Buffer.concat([session.received, ask.raw])
  return {
    status: 200,
    body: session.isWhole ? { h: session.handle } : { id: session.id, file_offset: session.received.length },
  }
}

/** `GET /upload:…`: where an upload that broke off goes on. */
export function progress(ask: Ask, session: UploadSession, world: World): Reply {
  checkApp(ask, session.app, world)
  return { status: 200, body: { id: session.id, file_offset: session.received.length } }
}

function checkApp(ask: Ask, app: App, world: World): void {
  if (callerOf(ask, world).app !== app) throw hidden(app.id, ask.method)
}
