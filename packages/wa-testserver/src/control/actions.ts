import { z } from 'zod'
import type { Account } from '../accounts/account.ts'
import type { InboxMessage } from '../accounts/inbox.ts'
import { Phone } from '../accounts/phone.ts'
import { action, type Action } from './action.ts'
import { faultActions } from './faults.ts'
import { accountOf, authorOf, contactOf, destinationOf, phoneOf } from './people.ts'
import { Content, send } from './send.ts'

const addressing = z.enum(['lid', 'pn']).optional()
const aliases = z.array(z.string()).optional()

/** By method and first part of the path. */
export const actions: Record<string, Action> = {
  'GET phones': (server) => server.directory.accounts.filter((one) => one instanceof Phone).map(showPhone),
  'POST phones': action(
    z.object({ name: z.string(), businessName: z.string().optional(), addressing }),
    (server, [number = ''], { name, ...options }) => showPhone(server.phone(number, name, options)),
  ),
  'POST contacts': action(
    z.object({ name: z.string(), devices: z.number().int().min(1).max(4).optional(), addressing, aliases }),
    (server, [number = ''], { name, ...options }) => show(server.contact(number, name, options)),
  ),
  'POST groups': action(
    z.object({ subject: z.string(), owner: z.string(), members: z.array(z.string()) }),
    (server, _parts, { subject, owner, members }) => {
      const people = members.map((number) => accountOf(server, number))
      return { jid: server.group(subject, accountOf(server, owner), people).jid }
    },
  ),
  'POST scan': action(z.object({ qr: z.string() }), async (server, [number], { qr }) => {
    const { deviceId } = await phoneOf(server, number).scan(qr)
    return { deviceId }
  }),
  'POST code': action(z.object({ code: z.string() }), async (server, [number], { code }) => {
    const { deviceId } = await phoneOf(server, number).enterCode(code)
    return { deviceId }
  }),
  'POST send': action(Content, async (server, [from, to], content) => {
    const { id } = await send(authorOf(server, from).chat(destinationOf(server, to)), content)
    return { id }
  }),
  'POST state': action(
    z.object({ state: z.enum(['composing', 'recording', 'paused']) }),
    (server, [from, to], { state }) => authorOf(server, from).chat(destinationOf(server, to)).state(state),
  ),
  'POST call': action(z.object({ video: z.boolean().default(false) }), async (server, [from, to], { video }) => {
    await authorOf(server, from).chat(destinationOf(server, to)).call({ video })
  }),
  'POST read': action(z.object({ ids: z.array(z.string()).default([]) }), (server, [number], { ids }) =>
    contactOf(server, number).read(...ids),
  ),
  'POST offline': (server, [number]) => contactOf(server, number).goOffline(),
  'POST online': (server, [number]) => contactOf(server, number).goOnline(),
  'GET inbox': (server, [number]) => contactOf(server, number).inbox.map(showMessage),
  'GET sent': (server, [number]) =>
    [...authorOf(server, number).sent.values()].map(({ id, progress }) => ({ id, progress })),
  'GET problems': (server) => server.problems.map(({ text }) => text),
  ...faultActions,
}

function show({ number, lid, name }: Account) {
  return { number, lid, name }
}

function showPhone(phone: Phone) {
  const devices = phone.linkedDevices.map(({ deviceId, isOnline }) => ({ deviceId, isOnline }))
  return { ...show(phone), devices }
}

function showMessage({ id, from, to, kind, text, at, isEdited, isDeleted, media, file, reactions }: InboxMessage) {
  return {
    id,
    from: from.number,
    group: to.kind === 'group' ? to.jid : undefined,
    kind,
    text,
    at,
    isEdited,
    isDeleted,
    mimetype: media?.mimetype,
    fileName: media?.fileName,
    bytes: file?.length,
    reactions: [...reactions].map(([by, reaction]) => ({ by: by.number, text: reaction })),
  }
}
