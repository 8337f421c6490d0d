import { eventNames } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { findUsers, presentUser, readSessionUser } from '#modules/sessions'
import { type Announce, type Presence } from './presence.ts'
import { touchUsers } from './users.repository.ts'

type Kinds = 'user.saved' | 'user.deleted'

/**
 * Colleagues get the user without the address, admins with it; the user themselves gets everything, with their company
 * (docs/requirements/service.md, section 7).
 */
export function usersLive({ units, publisher }: Pick<Deps, 'units' | 'publisher'>, presence: Presence): void {
  publisher.present<Kinds>(['user.saved', 'user.deleted'], (companyId, facts) =>
    units.read({ kind: 'system', companyId }, async (ctx) => {
      const users = new Map(
        (
          await findUsers(
            ctx,
            facts.map((fact) => fact.ids.userId),
          )
        ).map((user) => [user.id, user]),
      )
      const emissions: Emission[] = []
      for (const { kind, ids, number: seq } of facts) {
        const user = users.get(ids.userId)
        if (kind === 'user.deleted' || !user) {
          emissions.push({
            companyId,
            event: 'user',
            rooms: [rooms.company(companyId)],
            masked: 'same',
            payload: { action: 'delete', userId: String(ids.userId), seq },
          })
          continue
        }
        const action = 'isNew' in ids && ids.isNew ? 'create' : 'update'
        const view = presentUser(user, { online: presence.isOnline(companyId, user.id), showsEmail: true })
        const { email: _email, ...withoutEmail } = view
        const self = await readSessionUser(ctx, user.id)
        emissions.push({
          companyId,
          event: 'user',
          rooms: [rooms.company(companyId)],
          masked: 'same',
          payload: { action, user: withoutEmail, seq },
        })
        emissions.push({
          companyId,
          event: 'user',
          rooms: [rooms.admins(companyId)],
          masked: 'same',
          payload: { action, user: view, seq },
        })
        if (self)
          emissions.push({
            companyId,
            event: 'user',
            rooms: [rooms.user(companyId, user.id)],
            masked: 'same',
            payload: { action, user: self, seq },
          })
      }
      return emissions
    }),
  )
}

/**
 * Presence is told to managers, and to who may see the board of /moments. The user does not get it: their browser would overwrite its stored user with an
 * incomplete object.
 */
export function announceTo({ units, live }: Pick<Deps, 'units' | 'live'>): Announce {
  return async (companyId, { turned, seen }) => {
    const users = await units.run({ kind: 'system', companyId }, async (ctx) => {
      if (seen.length > 0) await touchUsers(ctx, seen)
      return turned.size > 0 ? findUsers(ctx, [...turned.keys()]) : []
    })
    for (const user of users) {
      const view = presentUser(user, { online: turned.get(user.id) ?? false, showsEmail: true })
      const { email: _email, ...withoutEmail } = view
      const own = rooms.user(companyId, user.id)
      const name = eventNames.user(companyId)
      live.io.to(rooms.admins(companyId)).except(own).emit(name, { action: 'update', user: view })
      live.io
        .to(rooms.managers(companyId))
        .except([own, rooms.admins(companyId)])
        .emit(name, { action: 'update', user: withoutEmail })
    }
    if (users.length === 0) return
    await live.emit({
      companyId,
      event: 'attendants',
      rooms: [rooms.realTime(companyId)],
      masked: 'same',
      payload: { attendants: users.map(({ id }) => ({ id, online: turned.get(id) ?? false })) },
    })
  }
}
