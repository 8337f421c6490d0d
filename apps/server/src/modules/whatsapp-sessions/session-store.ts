import type { Batch, Inbound, SessionStore } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { recordset, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import { keepHistory } from '#modules/imports'
import { isStored, storeInbound } from '#modules/inbound'
import { forgetPhoneContacts, keepPhoneContacts } from '#modules/phone-books'
import { type Lease, assertLease, isHeld } from './leases.repository.ts'

interface Options {
  units: Units
  key: Buffer
  companyId: number
  lease: Lease
}

/**
 * Stores the sealed keys of a session and what it received in one unit of work. A write fails without the session's
 * lease (reliability R32, R33).
 */
export function createSessionStore({ units, key, companyId, lease }: Options): SessionStore {
  const { connectionId } = lease
  const actor = { kind: 'connection', companyId, connectionId } as const
  const aadOf = (kind: string, name: string) => `${companyId}:${connectionId}:${kind}:${name}`
  return {
    isOurs: () => isHeld(lease),
    hasMessage: (externalId) => units.read(actor, (ctx) => isStored(ctx, connectionId, externalId)),
    read,
    write,
    clear,
  }

  async function read(kind: string, names?: readonly string[]) {
    const { rows } = await units.read(actor, (ctx) =>
      sql<{ name: string; ciphertext: Buffer }>`
        select name, ciphertext from connection_secrets
        where company_id = ${companyId} and connection_id = ${connectionId} and kind = ${kind}
          and (until is null or until > now()) ${names ? sql`and name = any (${[...names]})` : sql``}`.execute(ctx.db),
    )
    return new Map(rows.map(({ name, ciphertext }) => [name, unseal(key, ciphertext, aadOf(kind, name))]))
  }

  async function write({ secrets, inbound, history, phoneBook }: Batch) {
    await units.run(actor, async (ctx) => {
      await assertLease(ctx, lease)
      await Promise.all([
        keep(ctx, secrets),
        receive(ctx, inbound),
        keepHistory(ctx, connectionId, history),
        keepPhoneContacts(ctx, connectionId, phoneBook),
      ])
    })
  }

  async function keep(ctx: Ctx, secrets: Batch['secrets']) {
    const gone = secrets.filter(({ value }) => value === null).map(({ kind, name }) => ({ kind, name }))
    if (gone.length > 0)
      await sql`
        delete from connection_secrets s using (${recordset(gone, sql`kind text, name text`)}) as x
        where s.company_id = ${companyId} and s.connection_id = ${connectionId} and s.kind = x.kind and s.name = x.name`.execute(
        ctx.db,
      )
    const kept = secrets.flatMap(({ kind, name, value, until = null }) =>
      value === null ? [] : [{ kind, name, until, sealed: seal(key, value, aadOf(kind, name)).toString('base64') }],
    )
    if (kept.length === 0) return
    await sql`
      insert into connection_secrets (company_id, connection_id, kind, name, key_id, ciphertext, until)
      select ${companyId}, ${connectionId}, kind, name, ${sealingKeyId}, decode(sealed, 'base64'), until
      from (${recordset(kept, sql`kind text, name text, sealed text, until timestamptz`)}) as x
      on conflict (company_id, connection_id, kind, name) do update
        set key_id = excluded.key_id, ciphertext = excluded.ciphertext, until = excluded.until`.execute(ctx.db)
  }

  async function receive(ctx: Ctx, inbound: Inbound[]) {
    // The queries are pipelined in one round trip, and run in their order.
    await Promise.all(inbound.map((one) => storeInbound(ctx, connectionId, withConnection(one))))
  }

  /** Adds the connection to a media source, because the file must be fetched through this session. */
  function withConnection(one: Inbound): Inbound {
    if (one.kind !== 'message' || !one.media || !('source' in one.media)) return one
    return { ...one, media: { ...one.media, source: { ...one.media.source, companyId, connectionId } } }
  }

  async function clear() {
    await units.run(actor, async (ctx) => {
      await assertLease(ctx, lease)
      await sql`delete from connection_secrets where company_id = ${companyId} and connection_id = ${connectionId}`.execute(
        ctx.db,
      )
      await forgetPhoneContacts(ctx, connectionId)
    })
  }
}
