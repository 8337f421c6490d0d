import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

async function saveDialog(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}

/** A site of a customer with the line of a web chat, on a port of its own. */
async function openSite(line: string): Promise<{ origin: string; close: () => void }> {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Sofás</title><body>Sofás${line}`)
  })
  await once(site.listen(0, 'localhost'), 'listening')
  const address = site.address()
  return {
    origin: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    close: () => void site.close(),
  }
}

test('The dialog of a phone keeps its groups and its times, and a web chat has no field for groups and calls', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await must(company.call('POST', '/whatsapp', { name: 'Loja Centro', channel: 'whatsapp' }))
  await company.webChat([], { name: 'Chat da loja' })
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/connections`)
  const dialog = dialogOf(page)
  const edit = (name: string) => page.getByRole('button', { name: `Editar ${name}` }).click()
  const chatbot = () => dialog.getByRole('tab', { name: 'Chatbot' }).click()
  const [groups, asTickets] = [
    dialog.getByRole('switch', { name: 'Aceitar grupos' }),
    dialog.getByRole('switch', { name: 'Atender grupos como tickets' }),
  ]
  const reopening = dialog.getByRole('textbox', { name: 'Reabrir o ticket encerrado há menos de' })
  const pause = dialog.getByRole('textbox', { name: 'Intervalo entre menus' })

  await test.step('groups can be tickets only if they are accepted', async () => {
    await edit('Loja Centro')
    await expect(groups).not.toBeChecked()
    await expect(asTickets).toBeDisabled()
    await groups.click()
    await asTickets.click()
    await reopening.fill('15')
    await chatbot()
    await pause.fill('7')
    await saveDialog(page)
  })

  await test.step('all of it is there when the dialog is opened again', async () => {
    await page.reload()
    await edit('Loja Centro')
    await expect(groups).toBeChecked()
    await expect(asTickets).toBeChecked()
    await expect(reopening).toHaveValue('15 min')
    await chatbot()
    await expect(pause).toHaveValue('7 min')
  })

  await test.step('a phone has no look and no line to install', async () => {
    for (const name of ['Aparência', 'Instalação']) await expect(dialog.getByRole('tab', { name })).toHaveCount(0)
    await dialog.getByRole('tab', { name: 'Geral' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Token de chamadas' })).toBeVisible()
    await expect(dialog.getByRole('switch', { name: 'Importar mensagens antigas' })).toBeAttached()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('a web chat has those, and nothing of a phone', async () => {
    await edit('Chat da loja')
    for (const name of ['Aparência', 'Instalação']) await expect(dialog.getByRole('tab', { name })).toBeVisible()
    await expect(reopening).toBeVisible()
    for (const name of ['Aceitar grupos', 'Atender grupos como tickets', 'Importar mensagens antigas'])
      await expect(dialog.getByRole('switch', { name })).toHaveCount(0)
    for (const name of ['Token de chamadas', 'Token da conexão'])
      await expect(dialog.getByRole('textbox', { name })).toHaveCount(0)
  })
})

test('What is wrong with the name of a connection is said under its field', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.webChat([], { name: 'Chat da loja' })
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByRole('menuitem', { name: 'Chat do site' }).click()
  const dialog = dialogOf(page)
  const name = dialog.getByRole('textbox', { name: 'Nome', exact: true })

  for (const [text, error] of [
    ['', 'Obrigatório'],
    ['L', 'Curto demais'],
    ['x'.repeat(51), 'Longo demais'],
    ['Chat da loja', 'Este nome já está em uso.'],
  ] as const)
    await test.step(error, async () => {
      await name.fill(text)
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await expect(name).toHaveAccessibleDescription(new RegExp(error))
      await expect(name).toHaveAttribute('aria-invalid', 'true')
    })

  await name.fill('Chat do atacado')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('row', { name: /Chat do atacado/ })).toBeVisible()
})

test('A web chat looks as its dialog says, and appears only on the sites that it names', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { token } = await company.webChat([], { name: 'Chat da loja' })
  const line = `<script src="${server.url}/widget.js" data-token="${token}" async></script>`
  const [own, foreign] = [await openSite(line), await openSite(line)]
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/connections`)
  const dialog = dialogOf(page)
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const sites = dialog.getByRole('combobox', { name: 'Sites permitidos' })
  const openLook = async () => {
    await page.getByRole('button', { name: 'Editar Chat da loja' }).click()
    await dialog.getByRole('tab', { name: 'Aparência' }).click()
  }

  await test.step('the tab says what is no address', async () => {
    await openLook()
    await field('Título').fill('Fale com a Aurora')
    await field('Cor').fill('#8e44ad')
    await field('Convite').fill('Posso ajudar?')
    await dialog.getByRole('switch', { name: 'Perguntar o nome antes da conversa' }).click()
    await sites.fill('loja')
    await sites.press('Enter')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Escreva o endereço inteiro, com https://')).toBeVisible()
    await sites.press('Backspace')
    await sites.fill(own.origin)
    await sites.press('Enter')
    await saveDialog(page)
  })

  await test.step('it is there when the dialog is opened again', async () => {
    await page.reload()
    await openLook()
    await expect(field('Título')).toHaveValue('Fale com a Aurora')
    await expect(field('Cor')).toHaveValue('#8e44ad')
    await expect(field('Convite')).toHaveValue('Posso ajudar?')
    await expect(dialog.getByRole('switch', { name: 'Perguntar o nome antes da conversa' })).not.toBeChecked()
    await expect(dialog.getByText(own.origin, { exact: true })).toBeVisible()
  })

  await test.step('the tab of the installation has the line for the site and the address of the page', async () => {
    await dialog.getByRole('tab', { name: 'Instalação' }).click()
    await expect(dialog.getByLabel('Linha de instalação')).toHaveText(line)
    await expect(dialog.getByRole('link')).toHaveAttribute('href', `${server.url}/chat/${token}`)
  })

  await test.step('the visitor is not asked for a name, and sees title and colour', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`${server.url}/chat/${token}`)
    await expect(visitor).toHaveTitle('Fale com a Aurora')
    await expect(visitor.getByText('Fale com a Aurora').first()).toBeVisible()
    await visitor.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia')
    const send = visitor.getByRole('button', { name: 'Enviar' })
    await expect(send).toHaveCSS('background-color', 'rgb(142, 68, 173)')
    await send.click()
    await expect(visitor.getByRole('img', { name: 'Entregue' })).toBeVisible()
  })

  await test.step('on the site that is named the invitation comes to the button', async () => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(own.origin)
    const bubble = visitor.getByRole('button', { name: 'Abrir conversa' })
    await expect(bubble).toHaveCSS('background-color', 'rgb(142, 68, 173)')
    await expect(visitor.getByText('Posso ajudar?')).toBeVisible()
  })

  await test.step('on another site there is no chat', async () => {
    const visitor = await (await browser.newContext()).newPage()
    const refused = visitor.waitForEvent('requestfailed', (request) => request.url().includes(token))
    await visitor.goto(foreign.origin)
    await refused
    await expect(visitor.getByRole('button', { name: 'Abrir conversa' })).toHaveCount(0)
  })
  for (const site of [own, foreign]) site.close()
})
