import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type WebChat, createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('A row shows its actions on hover and on focus', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Aqui é a Rita')
  const ivo = await openChat(browser, server, webChat, 'Ivo Reis')
  await ivo.write('Aqui é o Ivo')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const { page, row } = ana
  const transfer = (contact: string) => row(contact).getByRole('button', { name: 'Transferir' })

  await test.step('a waiting ticket always shows Accept', async () => {
    await ana.tab('Aguardando').click()
    await expect(row('Ivo Reis').getByRole('button')).toHaveText(['Aceitar'])
    await row('Ivo Reis').hover()
    await expect(row('Ivo Reis').getByRole('button', { name: 'Ignorar' })).toBeVisible()
    await expect(transfer('Ivo Reis')).toBeVisible()
  })
  await ana.accept('Rita Moura')
  await ana.accept('Ivo Reis')

  await test.step('on hover', async () => {
    await ana.conversation.hover()
    await expect(transfer('Rita Moura')).toHaveCount(0)
    await row('Rita Moura').hover()
    await transfer('Rita Moura').click()
    await expect(page.getByRole('combobox', { name: 'Transferir para usuário' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('on focus', async () => {
    await row('Rita Moura').getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(transfer('Rita Moura')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
  })

  await test.step('not when the row moves under a resting pointer', async () => {
    const first = page.getByRole('region', { name: 'Conversas' }).getByRole('listitem').first()
    await ana.tab('Aguardando').click()
    await ana.tab('Atendendo').click()
    await expect(first).toContainText('Ivo Reis')
    await first.hover()
    await expect(transfer('Ivo Reis')).toBeVisible()
    await rita.write('Mais uma coisa')
    await expect(first).toContainText('Rita Moura')
    await expect(first.locator('[data-ticket]:hover')).toHaveCount(1)
    await expect(transfer('Rita Moura')).toHaveCount(0)
    await row('Rita Moura').hover({ position: { x: 60, y: 30 } })
    await expect(transfer('Rita Moura')).toBeVisible()
  })
})

test('The list starts at its top after a filter is cleared', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const shop = await company.webChat([queue], { name: 'Loja' })
  const workshop = await company.webChat([queue], { name: 'Oficina' })
  const early = Array.from({ length: 14 }, (_, nth) => `Cliente ${String(nth).padStart(2, '0')}`)
  for (const name of early) await writeAs(name, server, shop)
  await writeAs('Rita Moura', server, workshop)
  const { page, tab, row } = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await tab('Aguardando').click()
  await expect(row('Rita Moura')).toBeInViewport()

  await page.getByRole('button', { name: 'Filtros' }).click()
  const filters = page.getByRole('group', { name: 'Filtros' })
  await filters.getByRole('combobox', { name: 'Conexões' }).click()
  await page.getByRole('option', { name: 'Loja' }).click()
  await expect(row('Rita Moura')).toHaveCount(0)
  await row('Cliente 13').hover()
  await page.mouse.wheel(0, 10_000)
  await expect(row('Cliente 00')).toBeInViewport()
  await filters.getByRole('button', { name: 'Limpar' }).click()

  await expect(row('Rita Moura')).toBeInViewport()
  await expect(row('Cliente 00')).toHaveCount(0)
})

/** A visitor writes without a browser. */
async function writeAs(name: string, { url }: Server, { token }: WebChat): Promise<void> {
  const post = (path: string, body: object, secret?: string) =>
    fetch(`${url}/web-chat/${token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
      body: JSON.stringify(body),
    })
  const { secret } = await must<{ secret: string }>(post('visitors', { name }))
  await must(post('messages', { id: randomUUID(), body: 'Bom dia' }, secret))
}
