import { neverDue } from '@guiche/contract'
import { type Db, sql } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import { ConfigError } from '#platform/process/config'
import { hashPassword, isAcceptable, newPassword } from '#platform/security/passwords'
import { insertCompany, insertPlan, platformCompany, removeCompany } from '#modules/companies'
import { insertAdmin, markPasswordTold, renewFirstPassword } from '#modules/users'

interface Installation {
  units: Units
  adminEmail: string | undefined
  adminPassword: string | undefined
}

export interface Installed {
  email: string
  /** Generated, to be shown once; only its hash is stored. Undefined: the password was given. */
  password: string | undefined
  passwordHash: string
}

/**
 * On an empty database: creates a plan, the platform's company and its super user. A generated password that was never
 * changed expires after a day, and the next start generates another (S19). The same happens after a start that ended
 * before the password was shown. Undefined: everything exists already.
 */
export async function install({
  units: { operator },
  adminEmail = 'admin@guiche.local',
  adminPassword,
}: Installation): Promise<Installed | undefined> {
  if (adminPassword !== undefined && !isAcceptable(adminPassword, { strong: true }))
    throw new ConfigError(
      'GUICHE_ADMIN_PASSWORD is one of the passwords that everybody tries first; choose another one.',
    )
  const password = adminPassword === undefined ? newPassword() : undefined
  const passwordHash = await hashPassword(adminPassword ?? password ?? '')

  return operator.transaction().execute(async (db) => {
    // If several processes start at once, one installs, and the others wait and find it done.
    await sql`select pg_advisory_xact_lock(hashtext('guiche installation'))`.execute(db)
    const { rows } = await sql`select from companies limit 1`.execute(db)
    if (rows.length > 0) return renewPassword(db, { password, passwordHash })

    const plan = await insertPlan(db, everything)
    await insertPlatformCompany(db, { ...blank, email: adminEmail, planId: plan.id })
    await insertAdmin(db, {
      companyId: platformCompany,
      name: 'Administrador',
      email: adminEmail,
      passwordHash,
      isSuper: true,
      isMadeUp: password !== undefined,
    })
    return { email: adminEmail, password, passwordHash }
  })
}

/**
 * Shows the password and records that it was shown. If several processes start at once, each generates a password; only
 * the last one is valid, and its process shows it.
 */
export async function showFirstPassword(
  { operator }: Units,
  installed: Installed | undefined,
  say: (installed: Installed | undefined) => void,
): Promise<void> {
  if (!installed) return say(undefined)
  await operator.transaction().execute(async (db) => {
    const isTold = await markPasswordTold(db, platformCompany, installed.passwordHash)
    // If the process is killed between this and the commit, the next start generates a new password. That is better
    // than a password that nobody was shown.
    say(isTold ? installed : undefined)
  })
}

async function renewPassword(
  db: Db,
  { password, passwordHash }: { password: string | undefined; passwordHash: string },
): Promise<Installed | undefined> {
  const isMadeUp = password !== undefined
  const email = await renewFirstPassword(db, platformCompany, { passwordHash, isMadeUp })
  return email === undefined ? undefined : { email, password, passwordHash }
}

/**
 * An insert that was rolled back has used up number 1. Inserting it by hand without drawing from the sequence would
 * give the next company the same number.
 */
async function insertPlatformCompany(db: Db, company: Parameters<typeof insertCompany>[1]): Promise<void> {
  const id = await insertCompany(db, company)
  if (id === platformCompany) return
  await removeCompany(db, id)
  await insertCompany(db, { ...company, id: platformCompany })
}

const blank = {
  name: 'Guichê',
  phone: '',
  document: '',
  paymentMethod: '',
  status: true,
  dueDate: neverDue,
  recurrence: '',
} as const

const everything = {
  name: 'Plataforma',
  users: 100_000,
  connections: 100_000,
  queues: 100_000,
  contactListPeople: null,
  campaignPeople: null,
  campaignsPerHour: null,
  amount: 0,
  isPublic: false,
  useWhatsapp: true,
  useFacebook: true,
  useInstagram: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegration: true,
}
