import { randomInt } from 'node:crypto'
import { audit } from '#platform/audit'
import type { Db } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { findAnyCompany, platformCompany } from '#modules/companies'
import type { UserNotices } from '#modules/user-notices'
import { codeHashOf } from './hashes.ts'
import { type Request, assignCode, findSought, takeRequest, validFor } from './recoveries.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Looks for the user and sends the code. In a job, so that the answer to the browser takes as long for everybody. */
    'recovery.send': { companyId: number; recoveryId: number }
  }
}

type SendDeps = Pick<Deps, 'units' | 'keys'> & { notices: UserNotices }

export async function sendCode({ units, keys, notices }: SendDeps, recoveryId: number): Promise<void> {
  await units.operator.transaction().execute(async (db) => {
    const request = await takeRequest(db, keys.secretsAtRest, recoveryId)
    if (request) await answerRequest(db, { keys, notices }, request)
  })
  notices.wake()
}

async function answerRequest(db: Db, { keys, notices }: Omit<SendDeps, 'units'>, request: Request): Promise<void> {
  const user = await findSought(db, request.sought)
  if (!user) return record(db, request, { companyId: platformCompany, by: 'nobody was found' })
  const { companyId, userId } = user
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = codeHashOf(keys, request.browserHash, code)
  if (!(await assignCode(db, { id: request.id, codeHash }, user)))
    return record(db, request, { companyId, userId, by: 'too many codes' })
  const by = await notices.tell(db, user, { template: 'recoveryCode', values: { code }, lifetime: validFor })
  await record(db, request, { companyId, userId, by })
}

interface Outcome {
  companyId: number
  userId?: number
  /** How the code goes, or why there is none. */
  by: string
}

/** Requests for nobody stand in the log of the platform's company, like failed logins. */
async function record(db: Db, { address }: Request, { companyId, userId, by }: Outcome): Promise<void> {
  if (!(await findAnyCompany(db, companyId))) return
  await audit(
    { db, companyId, actor: { kind: 'system', companyId } },
    { action: 'recovery.requested', object: 'user', objectId: userId ?? '', address, detail: { sentBy: by } },
  )
}
