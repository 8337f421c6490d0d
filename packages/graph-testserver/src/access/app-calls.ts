import { z } from 'zod'
import { type Ask, type Reply, success } from '../http/ask.ts'
import { obeying100 } from '../refusals/obey.ts'
import { hidden } from '../refusals/refuse.ts'
import { shakeHands } from '../webhooks/handshake.ts'
import type { WebhookObject } from '../webhooks/parcel.ts'
import type { World } from '../world.ts'
import type { App } from './app.ts'
import { callerOf } from './authorise.ts'

const object = z.enum(['whatsapp_business_account', 'page', 'instagram'])
const fields = z.union([
  z.array(z.string()).min(1),
  z
    .string()
    .min(1)
    .transform((text) => text.split(',').map((name) => name.trim())),
])

const Wanted = z.object({ object, callback_url: z.string().min(1), verify_token: z.string(), fields })

/** `POST /{app}/subscriptions`: the address has to answer the handshake. */
export async function subscribe(ask: Ask, app: App, world: World): Promise<Reply> {
  mustBeApp(ask, app, world)
  const { object: about, callback_url: url, verify_token: verifyToken, fields: names } = obeying100(Wanted, ask.params)
  await shakeHands(url, verifyToken)
  app.subscriptions.set(about, { url, verifyToken, fields: new Set(names) })
  return success
}

/** `GET /{app}/subscriptions` */
export function list(ask: Ask, app: App, world: World): Reply {
  mustBeApp(ask, app, world)
  const show = ([name, { url, fields: names }]: [WebhookObject, { url: string; fields: Set<string> }]) => ({
    object: name,
    callback_url: url,
    active: true,
    fields: [...names].map((field) => ({ name: field, version: ask.version ?? 'v25.0' })),
  })
  return { status: 200, body: { data: [...app.subscriptions].map(show) } }
}

const Gone = z.object({ object: object.optional(), fields: fields.optional() })

/** `DELETE /{app}/subscriptions`: all, those of an object, or some of its fields. */
export function unsubscribe(ask: Ask, app: App, world: World): Reply {
  mustBeApp(ask, app, world)
  const { object: about, fields: names } = obeying100(Gone, ask.params)
  if (about === undefined) app.subscriptions.clear()
  else if (names === undefined) app.subscriptions.delete(about)
  else for (const name of names) app.subscriptions.get(about)?.fields.delete(name)
  return success
}

/** Only the app itself, with its id and secret. */
function mustBeApp(ask: Ask, app: App, world: World): void {
  const caller = callerOf(ask, world)
  if (caller.kind !== 'APP' || caller.app !== app) throw hidden(app.id, ask.method)
}
