import type { MailEncryption } from '@guiche/contract'
import { type Db, sql } from '#platform/database/sql'
import type { MailServer } from '#platform/mail/mail-server'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'

const aad = 'mail server:password'

interface MailServerRow {
  host: string
  port: number
  encryption: MailEncryption
  login: string
  ciphertext: Buffer | null
  sender_name: string
  sender_address: string
}

/** As the operator has set it; undefined: they have set none. */
export async function findMailServer(operator: Db, key: Buffer): Promise<MailServer | undefined> {
  const { rows } = await sql<MailServerRow>`
    select host, port, encryption, login, ciphertext, sender_name, sender_address from mail_server`.execute(operator)
  const [row] = rows
  return (
    row && {
      host: row.host,
      port: row.port,
      encryption: row.encryption,
      login: row.ciphertext ? { user: row.login, password: unseal(key, row.ciphertext, aad) } : undefined,
      sender: { name: row.sender_name, address: row.sender_address },
    }
  )
}

export async function keepMailServer(operator: Db, key: Buffer, server: MailServer): Promise<void> {
  const { host, port, encryption, login, sender } = server
  const kept = {
    host,
    port,
    encryption,
    login: login?.user ?? '',
    key_id: sealingKeyId,
    ciphertext: login ? seal(key, login.password, aad) : null,
    sender_name: sender.name,
    sender_address: sender.address,
    updated_at: sql<Date>`now()`,
  }
  await operator
    .insertInto('mail_server')
    .values(kept)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(kept))
    .execute()
}

export async function forgetMailServer(operator: Db): Promise<void> {
  await sql`delete from mail_server`.execute(operator)
}
