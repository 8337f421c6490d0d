import { authorise, bearerOf, canReach } from '../access/authorise.ts'
import type { PhoneNumber } from '../business/phone-number.ts'
import { type Ask, type Reply, success, textOf } from '../http/ask.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { bareType, isKnownType, mostBytes } from './kinds.ts'
import { MediaFile } from './media-file.ts'

/** `POST /{number}/media` */
export function upload(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, number.id, world)
  if (textOf(ask, 'messaging_product') !== 'whatsapp')
    throw refuse(100, { message: 'The parameter messaging_product is required.' })
  const file = ask.files.get('file')
  if (!file) throw refuse(100, { message: 'The parameter file is required.' })
  const type = textOf(ask, 'type') ?? file.type
  if (!isKnownType(type))
    throw refuse(100, { message: `Param file must be a file of a supported type, but it is ${bareType(type)}` })
  if (file.bytes.length > mostBytes(type))
    throw refuse(131053, {
      details: `The file has ${file.bytes.length} bytes, and at most ${mostBytes(type)} are supported.`,
    })
  const expiresAt = new Date(world.clock.now().getTime() + world.settings.uploadedMediaDays * 86_400_000)
  const { id } = world.directory.add(new MediaFile(number, file.bytes, type, { name: file.name, expiresAt }))
  return { status: 200, body: { id } }
}

/** `GET /{media}` */
export function show(ask: Ask, media: MediaFile, world: World): Reply {
  checkOwner(ask, media, world)
  const { id } = media
  const url = media.url()
  const body = {
    messaging_product: 'whatsapp',
    url,
    mime_type: media.mimeType,
    sha256: media.sha256('hex'),
    file_size: String(media.bytes.length),
    id,
  }
  return { status: 200, body }
}

/** `DELETE /{media}` */
export function remove(ask: Ask, media: MediaFile, world: World): Reply {
  checkOwner(ask, media, world)
  world.directory.remove(media.id)
  return success
}

/** The address of a file: it wants the token, ends after minutes, and gives programs that it does not like a page. */
export function download(ask: Ask, world: World): Reply {
  const media = world.directory.find(textOf(ask, 'mid') ?? '')
  const agent = ask.headers['user-agent'] ?? ''
  if (world.settings.wrongAgents.test(agent))
    return {
      status: 200,
      text: '<!DOCTYPE html><title>Error</title>',
      headers: { 'content-type': 'text/html; charset="utf-8"' },
    }
  // Only the header counts here: it is no call of the API, so it has no proof.
  if (ask.headers.authorization === undefined) return { status: 401, body: {} }
  const caller = bearerOf(ask, world)
  if (media?.kind !== 'media' || !canReach(caller, media.number.account.id)) return { status: 404, body: {} }
  const endsAt = media.urls.get(textOf(ask, 'hash') ?? '')
  const now = world.clock.now()
  if (!endsAt || endsAt <= now || media.expiresAt <= now) return { status: 404, body: {} }
  return { status: 200, bytes: media.bytes, headers: { 'content-type': media.mimeType } }
}

function mayUse(ask: Ask, { account }: PhoneNumber, id: string, world: World): void {
  authorise(ask, world, { scopes: ['whatsapp_business_messaging'], reaches: [account.id], id })
}

function checkOwner(ask: Ask, media: MediaFile, world: World): void {
  mayUse(ask, media.number, media.id, world)
  const wanted = textOf(ask, 'phone_number_id')
  const isOther = wanted !== undefined && wanted !== media.number.id
  if (isOther || media.expiresAt <= world.clock.now()) throw hidden(media.id, ask.method)
}
