import { type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

const names = (page: Page) => page.getByRole('row').locator('td:nth-child(3)')
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Mover ${name}`, exact: true })

async function openQueues(page: Page, server: Server, called: string[]): Promise<Company> {
  const company = await createCompany(server, 'Casa Aurora')
  for (const [index, name] of called.entries()) {
    const color = `#2b6c${(0x10 + index).toString(16)}`
    await must(company.call('POST', '/queue', { name, color, orderQueue: index + 1 }))
  }
  const { email, password } = await company.attendant('Bia Prado', [], { profile: 'admin' })
  await logIn(page, server, { email, password })
  await page.goto(`${server.url}/queues`)
  return company
}

async function idOf(company: Company, name: string): Promise<number> {
  const queues = await must<{ id: number; name: string }[]>(company.call('GET', '/queue'))
  return queues.find((queue) => queue.name === name)?.id ?? 0
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await handle(page, name).boundingBox()
  if (!box) throw new Error(`${name} has no handle`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Takes the row by its handle, and moves it by so many px. */
async function take(page: Page, name: string, by: number): Promise<{ x: number; y: number }> {
  const { x, y } = await middleOf(page, name)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + by, { steps: 4 })
  return { x, y: y + by }
}

test('While a row is carried, others come and go, and it is put down among those that are there', async ({
  page,
  server,
}) => {
  const orders: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/queue/order') && orders.push(request.postDataJSON()))
  const company = await openQueues(page, server, ['Vendas', 'Entregas', 'Oficina'])
  await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])

  const { x, y } = await take(page, 'Oficina', -35)
  await expect(names(page)).toHaveText(['Vendas', 'Oficina', 'Entregas'])
  await company.queue('Ateliê')
  await must(company.call('DELETE', `/queue/${await idOf(company, 'Entregas')}`))
  await expect(names(page)).toHaveText(['Vendas', 'Oficina', 'Ateliê'])
  await page.mouse.move(x, y - 60, { steps: 4 })
  await expect(names(page)).toHaveText(['Oficina', 'Vendas', 'Ateliê'])
  await page.mouse.up()

  await expect.poll(() => orders.length).toBe(1)
  await page.reload()
  await expect(names(page)).toHaveText(['Oficina', 'Vendas', 'Ateliê'])
  expect(orders).toHaveLength(1)
})

test('A row that is deleted while it is carried is let go', async ({ page, server }) => {
  const company = await openQueues(page, server, ['Vendas', 'Entregas', 'Oficina'])
  await take(page, 'Oficina', -35)
  await expect(names(page)).toHaveText(['Vendas', 'Oficina', 'Entregas'])

  await must(company.call('DELETE', `/queue/${await idOf(company, 'Oficina')}`))
  await expect(names(page)).toHaveText(['Vendas', 'Entregas'])
  await expect(page.getByText('Oficina', { exact: true })).toHaveCount(0)
  await page.mouse.up()

  await take(page, 'Entregas', -60)
  await page.mouse.up()
  await expect(names(page)).toHaveText(['Entregas', 'Vendas'])
})

test('Escape puts back a row that is dragged', async ({ page, server }) => {
  await openQueues(page, server, ['Vendas', 'Entregas', 'Oficina'])
  await take(page, 'Vendas', 150)
  await expect(names(page)).toHaveText(['Entregas', 'Oficina', 'Vendas'])

  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
  await page.mouse.up()
  await page.reload()
  await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
})

test.describe('on a low window', () => {
  test.use({ viewport: { width: 1280, height: 420 } })

  test('A row at the edge scrolls the list, by dragging and by keys', async ({ page, server }) => {
    const called = Array.from({ length: 14 }, (_, index) => `Fila ${String.fromCharCode(65 + index)}`)
    await openQueues(page, server, called)
    const [first = '', ...others] = called
    await expect(names(page)).toHaveText(called)

    const { x } = await take(page, first, 20)
    // A hand is never quite still, and the order is looked at when the row moves.
    await expect(async () => {
      await page.mouse.move(x, 365)
      await page.mouse.move(x, 405, { steps: 3 })
      await expect(names(page)).toHaveText([...others, first], { timeout: 200 })
    }).toPass()
    await page.mouse.up()
    await expect(handle(page, first)).toBeInViewport()
    await expect(page.getByText(`${first} ficou na posição 14 de 14`)).toBeAttached()

    // The focus and keys are lost while the row still glides to its place.
    await expect(async () => {
      await handle(page, first).focus()
      await page.keyboard.press('Space')
      await expect(page.getByText(`${first}: posição 14 de 14`)).toBeAttached({ timeout: 5_000 })
    }).toPass()
    await expect(async () => {
      await page.keyboard.press('ArrowUp')
      await expect(page.getByText(`${first}: posição 1 de 14`)).toBeAttached({ timeout: 300 })
    }).toPass()
    await expect(handle(page, first)).toBeInViewport()
    await page.keyboard.press('Space')
    await expect(names(page)).toHaveText(called)
    await expect(handle(page, first)).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('A row is dragged by its handle with a finger', async ({ page, server }) => {
    const company = await openQueues(page, server, ['Vendas', 'Entregas', 'Oficina'])
    const greetingMessage = 'Bem-vindo! '.repeat(20)
    await must(company.call('PUT', `/queue/${await idOf(company, 'Entregas')}`, { greetingMessage }))
    const handles = page.getByRole('button', { name: /^Mover / })
    const order = (...expected: string[]) =>
      expect
        .poll(() => handles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
        .toEqual(expected.map((name) => `Mover ${name}`))
    await order('Vendas', 'Entregas', 'Oficina')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })

    const from = await middleOf(page, 'Vendas')
    const to = await middleOf(page, 'Oficina')
    await touch('touchStart', from)
    for (let step = 1; step <= 10; step += 1)
      await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 10 })
    await order('Entregas', 'Oficina', 'Vendas')
    // A low row beside a high one does not jump back and forth.
    for (const y of [-2, -4, -6]) await touch('touchMove', { x: to.x, y: to.y + y })
    await order('Entregas', 'Oficina', 'Vendas')
    await touch('touchEnd')

    await order('Entregas', 'Oficina', 'Vendas')
    await page.reload()
    await order('Entregas', 'Oficina', 'Vendas')
  })
})
