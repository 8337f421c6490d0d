import type { SessionUser } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { findCompany } from '#modules/companies'
import { readSettings } from '#modules/settings'
import { presentSessionUser } from './user.presenter.ts'
import { findUser } from './user.repository.ts'

/** A person with their company, its plan and its settings; undefined: gone. */
export async function readSessionUser(ctx: Ctx, userId: number): Promise<SessionUser | undefined> {
  const user = await findUser(ctx, userId)
  const company = await findCompany(ctx)
  return user && company && presentSessionUser(user, { company, settings: await readSettings(ctx) })
}
