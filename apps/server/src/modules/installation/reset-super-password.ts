import { audit } from '#platform/audit'
import type { Units } from '#platform/database/unit-of-work'
import { StartError } from '#platform/files/data-folder'
import { hashPassword, newPassword } from '#platform/security/passwords'
import { platformCompany } from '#modules/companies'
import { endSessionsOf } from '#modules/sessions'
import { resetOldestSuper } from '#modules/users'

/**
 * Gives the super user a password that must be changed at the next login, for whoever may start programs on the machine
 * and read its data. Running processes refuse their calls within a second.
 */
export async function resetSuperPassword({
  operator,
}: Pick<Units, 'operator'>): Promise<{ email: string; password: string }> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return operator.transaction().execute(async (db) => {
    const ctx = { db, companyId: platformCompany, actor: { kind: 'system', companyId: platformCompany } } as const
    const user = await resetOldestSuper(db, platformCompany, passwordHash)
    if (!user) throw new StartError('There is no super user yet: a start without --reset-super-password creates one.')
    await endSessionsOf(ctx, user.id, 'password')
    await audit(ctx, {
      action: 'user.oneTimePassword',
      object: 'user',
      objectId: user.id,
      detail: { from: 'the machine' },
    })
    return { email: user.email, password }
  })
}
