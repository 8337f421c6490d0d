import { type Page, expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { must } from './support/call.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('What one admin changes in the lists of the back office another one sees at once', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { call } = company
  const bia = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const { page } = await openDesk(browser, server, bia)
  const open = async (path: string, title: string) => {
    await page.goto(`${server.url}/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  const created = async (path: string, body: object) => (await must<{ id: number }>(call('POST', path, body))).id

  /** Is made, renamed and deleted while the other one looks at the list. */
  async function follow(path: string, body: { name: string }, more: object = {}) {
    const id = await created(path, { ...body, ...more })
    await expect(row(page, body.name)).toBeVisible()
    await must(call('PUT', `${path}/${id}`, { ...body, ...more, name: `${body.name} nova` }))
    await expect(row(page, `${body.name} nova`)).toBeVisible()
    expect((await call('DELETE', `${path}/${id}`)).ok).toBe(true)
    await expect(row(page, body.name)).toHaveCount(0)
  }

  await test.step('queues', async () => {
    await open('queues', 'Filas')
    await follow('/queue', { name: 'Vendas' }, { color: '#2f6fd0' })
  })

  await test.step('connections', async () => {
    await open('connections', 'Conexões')
    await follow('/whatsapp', { name: 'Chat da loja' }, { channel: 'webchat' })
  })

  await test.step('users', async () => {
    await open('users', 'Usuários')
    await follow(
      '/users',
      { name: 'Caio Reis' },
      { email: 'caio@empresa.test', password: 'Kd92-pQz71-x', profile: 'user' },
    )
  })

  await test.step('lists of files', async () => {
    await open('files', 'Listas de arquivos')
    await follow('/files', { name: 'Tabelas' }, { message: 'Nossos preços', options: [] })
  })

  await test.step('the menu of a queue that is open in a dialog', async () => {
    const id = await created('/queue', { name: 'Suporte', color: '#c2375e' })
    await open('queues', 'Filas')
    await page.getByRole('button', { name: 'Editar Suporte' }).click()
    await must(call('PUT', `/queue/${id}`, { greetingMessage: 'Oi' }))
    await expect(page.getByRole('dialog').getByText('Outra pessoa alterou este registro')).toBeVisible()
    await call('DELETE', `/queue/${id}`)
    await expect(page.getByRole('dialog').getByText('Outra pessoa excluiu este registro')).toBeVisible()
  })

  await test.step('settings', async () => {
    await open('settings', 'Configurações')
    await expect(page.getByRole('switch', { name: 'Avaliações' })).not.toBeChecked()
    await company.setting('userRating', 'enabled')
    await expect(page.getByRole('switch', { name: 'Avaliações' })).toBeChecked()
  })
})

test('A queue that is made while the list of queues is on its way is in the list', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Brisa')
  const { page } = await openDesk(browser, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))
  const told = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('Vendas')) told.resolve()
    }),
  )
  await page.goto(`${server.url}/tags`)
  // The first connection fetches everything again, which would hide what was missed.
  await page.waitForLoadState('networkidle')

  let isFirst = true
  await page.route(/\/queue(\?|$)/, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await must(company.call('POST', '/queue', { name: 'Vendas', color: '#2f6fd0' }))
    await told.promise
    await route.fulfill({ response })
  })
  await page.getByRole('navigation').getByRole('button', { name: 'Administração' }).click()
  await page.getByRole('menuitem', { name: 'Filas' }).click()
  await expect(row(page, 'Vendas')).toBeVisible()
})
