import { limits } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { hashPassword, newPassword } from '#platform/security/passwords'
import { withinCompany } from '#modules/companies'
import { type Sessions, type UserRow, presentUser } from '#modules/sessions'
import { accessUser } from './access-user.ts'
import { chosenPassword, hashNew } from './choose-password.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import type { Presence } from './presence.ts'
import { changeOneTimePassword, giveOneTimePassword } from './replace-password.ts'
import { keepAvatar, setAvatar } from './set-avatar.ts'
import { updateUser } from './update-user.ts'
import { allowedChange, assertMayChange, seesEmailOf } from './users.policy.ts'
import { allUsers, listUsers, openTicketIds } from './users.repository.ts'

/** In bytes. Allowance of a form in addition to its one picture. */
const aroundPicture = 1_048_576

export function usersRoutes(base: Deps, sessions: Sessions, presence: Presence): void {
  const deps = { ...base, sessions }
  const { routes, units, storage } = deps

  routes.handle('listUsers', async ({ actor, query: { searchParam, pageNumber, companyId }, read }) =>
    withinCompany(units, { actor, companyId, own: read, action: 'listUsers' }, async (ctx) => {
      const { users, count } = await listUsers(ctx, {
        searchParam,
        pageNumber,
        searchesEmail: actor.profile === 'admin',
      })
      const tickets = await openTicketIds(
        ctx,
        users.map(({ id }) => id),
      )
      return {
        users: users.map((user) => present(actor, user, tickets.get(user.id))),
        count,
        hasMore: count > pageNumber * limits.rowsPerPage,
      }
    }),
  )

  routes.handle('pickUsers', async ({ actor, query, read }) =>
    withinCompany(units, { actor, companyId: query.companyId, own: read, action: 'pickUsers' }, async (ctx) =>
      (await allUsers(ctx)).map((user) => {
        const { id, name, email, profile, online } = present(actor, user)
        return { id, name, email, profile, online, queues: user.queues }
      }),
    ),
  )

  routes.handle('getUser', async ({ actor, params, read }) =>
    present(actor, await read((ctx) => accessUser(ctx, params.id))),
  )

  routes.handle('createUser', async ({ actor, body, run, read }) => {
    const passwordHash = await hashNew(body.password, { profile: body.profile ?? 'user' })
    const id = await run((ctx) => createUser(ctx, body, passwordHash))
    return present(actor, await read((ctx) => accessUser(ctx, id)))
  })

  routes.handle('updateUser', async ({ actor, params: { id }, body: change, run, read, http }) => {
    const target = await read((ctx) => accessUser(ctx, id))
    const allowed = allowedChange(actor, target, change)
    const passwordHash = await chosenPassword(deps, { actor, target, change: allowed, address: http.address })
    await run((ctx) => updateUser(ctx, deps, id, { change, passwordHash }))
    return present(actor, await read((ctx) => accessUser(ctx, id)))
  })

  routes.handle('createOneTimePassword', async ({ actor, params: { id }, query: { companyId }, run }) => {
    const password = newPassword()
    const hash = await hashPassword(password)
    await withinCompany(units, { actor, companyId, own: run, action: 'createOneTimePassword' }, (ctx) =>
      giveOneTimePassword(ctx, deps, id, hash),
    )
    return { password }
  })

  routes.handle('changeOneTimePassword', async ({ body, http }) => {
    await changeOneTimePassword(deps, body, http.address)
    return { message: 'Password changed' }
  })

  routes.handle('deleteUser', async ({ params, run }) => {
    await run((ctx) => deleteUser(ctx, deps, params.id))
    return { message: 'User deleted' }
  })

  routes.admitForm('setUserAvatar', async ({ actor, params: { id }, bytes = 0, read }) => {
    assertMayChange(actor, await read((ctx) => accessUser(ctx, id)))
    if (bytes > limits.image + aroundPicture) throw new AppError('ERR_FILE_TOO_LARGE', 413)
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('setUserAvatar', async ({ actor, params: { id }, files, run }) => {
    const file = files.find(({ field }) => field === 'profileImage') ?? files[0]
    if (!file) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.profileImage', message: 'required' }] })
    const picture = await keepAvatar(storage, actor.companyId, file)
    const before = await run((ctx) => setAvatar(ctx, id, picture))
    if (before) await storage.remove(actor.companyId, before)
    return { user: { profileImage: picture.storageKey }, message: 'Avatar updated' }
  })

  function present(actor: UserActor, user: UserRow, ticketIds: readonly number[] = []) {
    return presentUser(user, {
      online: presence.isOnline(user.company_id, user.id),
      showsEmail: seesEmailOf(actor, user.id),
      ticketIds,
    })
  }
}
