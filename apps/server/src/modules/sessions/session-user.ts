import type { SessionUser } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { findCompany } from '#modules/companies'
import { readSettings } from '#modules/settings'
import { presentSessionUser } from './user.presenter.ts'
import { findUser } from './user.repository.ts'

/** Undefined if the user or the company has been deleted. */
export async function readSessionUser(ctx: Ctx, userId: number): Promise<SessionUser | undefined> {
  const user = await findUser(ctx, userId)
  const company = await findCompany(ctx)
  return user && company && presentSessionUser(user, { company, settings: await readSettings(ctx) })
}
