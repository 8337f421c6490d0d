import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { assertWithinPlan } from '#modules/companies'
import { fieldsOf } from './user-fields.ts'
import { claimLogin, hasConnection, insertUser, setQueues } from './users.repository.ts'

type NewUser = Parsed<Api['createUser']>['body']

export async function createUser(ctx: Ctx, user: NewUser, passwordHash: string): Promise<number> {
  await assertWithinPlan(ctx, 'users')
  if (user.whatsappId && !(await hasConnection(ctx, user.whatsappId))) throw notFound('ERR_NO_WAPP_FOUND')
  const userId = await insertUser(ctx, {
    ...fieldsOf(user),
    name: user.name,
    email: user.email,
    password_hash: passwordHash,
  })
  await claimLogin(ctx, { userId, email: user.email })
  await setQueues(ctx, userId, user.queueIds ?? [])
  await audit(ctx, {
    action: 'user.created',
    object: 'user',
    objectId: userId,
    detail: { profile: user.profile ?? 'user' },
  })
  ctx.emit('user.saved', { userId, isNew: true })
  return userId
}
