import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from './calls.ts'

export interface DueCompany {
  name: string
  /** Login of its admin. */
  email: string
}

const others: DueCompany[] = [
  { name: 'Padaria Lua', email: 'admin@lua.demo' },
  { name: 'Ótica Clara', email: 'admin@clara.demo' },
  { name: 'Pet Feliz', email: 'admin@feliz.demo' },
]
const demo: DueCompany = { name: 'Casa Aurora Móveis', email: 'admin@aurora.demo' }

const size = { users: 20, connections: 5, queues: 10 }
const days = 86_400_000

/**
 * The demo company and three empty ones, all with an invoice that has been due for two days: as many things to try.
 * Everybody has the same password.
 */
export async function addDueCompanies(call: Call, password: string): Promise<DueCompany[]> {
  const plan = await call<{ id: number }>('POST', '/plans', { name: 'Loja', ...size, amount: '99.90' })
  await call('POST', '/plans', { name: 'Rede', users: 50, connections: 15, queues: 30, amount: '249.90' })
  const due = { planId: plan.id, dueDate: new Date(Date.now() - 2 * days).toISOString().slice(0, 10) }

  const { companies } = await call<{ companies: { id: number; name: string }[] }>('GET', '/companies')
  const ids = companies.flatMap(({ id, name }) => (name === demo.name ? [id] : []))
  for (const company of others)
    ids.push((await call<{ id: number }>('POST', '/companies', { ...company, password, ...due })).id)
  for (const id of ids) {
    await call('PUT', `/companies/${id}`, due)
    await untilInvoiced(call, id)
  }
  return [demo, ...others]
}

/** The invoice follows what the operator saves, a moment later. */
async function untilInvoiced(call: Call, id: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { invoices } = await call<{ invoices: unknown[] }>('GET', `/billing/companies/${id}`)
    if (invoices.length > 0) return
    await pause(100)
  }
  throw new Error(`company ${id} has no invoice`)
}
