import { logIn } from './calls.ts'
import type { DemoProduct } from './product.ts'

/** Gives the demo company a plan that is large enough and has everything; the answer is its id. */
export async function widenPlan({ url }: DemoProduct, operator: { email: string; password: string }): Promise<number> {
  const call = await logIn(url, operator.email, operator.password)
  const size = { users: 30, connections: 30, queues: 30 }
  const plan = await call<{ id: number }>('POST', '/plans', { name: 'Demonstração', ...size, amount: '0.00' })
  const { companies } = await call<{ companies: { id: number; name: string }[] }>('GET', '/companies')
  const company = companies.find(({ name }) => name === 'Casa Aurora Móveis')
  if (!company) throw new Error('the demo company is not there')
  await call('PUT', `/companies/${company.id}`, { planId: plan.id })
  return company.id
}
