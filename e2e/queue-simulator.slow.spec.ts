import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const day = (weekdayEn: string) => ({ weekday: weekdayEn, weekdayEn, startTimeA: '08:00', endTimeA: '18:00' })
const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day)

async function openQueue(page: Page, url: string, name: string): Promise<Locator> {
  await page.goto(`${url}/queues`)
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  return page.getByRole('dialog', { name: 'Editar fila' })
}

async function say(dialog: Locator, text: string) {
  const field = dialog.getByRole('textbox', { name: 'Responder como o cliente' })
  await field.fill(text)
  await field.press('Enter')
}

test('An admin walks an unsaved menu in the simulator, in and out of hours, and sees a change at once', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora', { users: 2 })
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  await company.setting('scheduleType', 'queue')
  await must(
    company.call('PUT', `/queue/${sales.id}`, {
      greetingMessage: 'Aqui é a equipe de *Vendas*.',
      outOfHoursMessage: 'Voltamos amanhã.',
      schedules: week,
    }),
  )
  await company.webChat([sales, support], { greetingMessage: 'Olá, {{firstName}}!', name: 'Chat do site' })
  // A session of their own: the calls below go on with that of the first admin.
  await logIn(page, server, await company.attendant('Bia Costa', [], { profile: 'admin' }))
  const dialog = await openQueue(page, server.url, 'Vendas')
  const talk = dialog.getByRole('log', { name: 'Conversa simulada' })
  const name = dialog.getByRole('textbox', { name: 'Nome da opção' })

  await test.step('what is missing in the menu is named, and a press leads there', async () => {
    await dialog.getByRole('tab', { name: 'Menu' }).click()
    await dialog.getByRole('button', { name: 'Adicionar opção' }).click()
    await expect(dialog.getByText('Falta preencher, antes de simular:')).toBeVisible()
    await dialog.getByRole('button', { name: 'Nova opção: Nome da opção' }).click()
    await expect(dialog.getByText('Obrigatório')).toBeVisible()
    await name.fill('Sofás')
    await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Pronta-entrega ou sob medida?')
    await dialog.getByRole('button', { name: 'Adicionar opção em Sofás' }).click()
    await name.fill('Pronta-entrega')
    await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Chega em dois dias.')
  })

  await test.step('within the hours the customer walks the menu, and the tree shows where they are', async () => {
    await say(dialog, 'Oi')
    await expect(talk.getByText('Olá, Maria!')).toBeVisible()
    await expect(dialog.getByText('O bot está no menu de filas')).toBeVisible()
    await talk.getByRole('button', { name: 'Vendas' }).click()
    await expect(talk.getByText('Aqui é a equipe de Vendas.')).toBeVisible()
    await talk.getByRole('button', { name: 'Sofás' }).click()
    await expect(talk.getByText('Pronta-entrega ou sob medida?')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^1 Sofás o cliente está aqui/ })).toBeVisible()
    await expect(talk).toContainText('O chatbot respondeu · opção “Sofás” · o cliente escreveu “1”')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a changed option changes what was answered, before anything is saved', async () => {
    await dialog.getByRole('button', { name: /^1 Sofás/ }).click()
    await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Qual prazo serve para você?')
    await expect(talk.getByText('Qual prazo serve para você?')).toBeVisible()
    await expect(talk.getByText('Pronta-entrega ou sob medida?')).toHaveCount(0)
    await say(dialog, '1')
    await expect(talk.getByText('Chega em dois dias.')).toBeVisible()
    await expect(dialog.getByText('Aguarda uma pessoa · Vendas')).toBeVisible()
  })

  await test.step('outside of the hours the queue is closed', async () => {
    await dialog.getByRole('button', { name: 'Começar de novo' }).click()
    await dialog.getByText('Fora', { exact: true }).click()
    await say(dialog, 'Oi')
    await expect(talk.getByText('Olá, Maria!')).toBeVisible()
    await say(dialog, '1')
    await expect(talk.getByText('Voltamos amanhã.')).toBeVisible()
    await expect(talk).toContainText('fora do expediente')
  })

  await test.step('at a chosen moment it is open', async () => {
    await dialog.getByRole('button', { name: 'Começar de novo' }).click()
    await dialog.getByText('Data e hora', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Dia' }).fill('10/03/2031')
    await dialog.getByRole('textbox', { name: 'Dia' }).press('Tab')
    await dialog.getByRole('spinbutton', { name: 'Hora: hora' }).fill('09')
    await dialog.getByRole('spinbutton', { name: 'Hora: minuto' }).fill('30')
    await say(dialog, 'Oi')
    await expect(talk.getByText('10/03/2031 09:30')).toBeVisible()
  })

  await test.step('nothing was saved or sent', async () => {
    await dialog.getByRole('button', { name: 'Cancelar' }).press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await must(company.call('GET', `/chatbot?queueId=${sales.id}`))).toEqual([])
    expect(await must(company.call('GET', '/tickets?status=pending&showAll=true'))).toMatchObject({ count: 0 })
  })
})

test('An admin replays a past conversation against a changed greeting', async ({ browser, page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  await must(company.call('PUT', `/queue/${sales.id}`, { greetingMessage: 'Bem-vindo às vendas.' }))
  const webChat = await company.webChat([sales, support], { greetingMessage: 'Olá, {{firstName}}!' })
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Minha torneira pinga')
  await rita.page.getByRole('button', { name: 'Vendas' }).click()
  await expect(rita.message('Bem-vindo às vendas.')).toBeVisible()
  await logIn(page, server, company.admin)

  const dialog = await openQueue(page, server.url, 'Vendas')
  await dialog.getByRole('button', { name: 'Repetir uma conversa passada' }).click()
  const replay = page.getByRole('dialog', { name: 'Repetir uma conversa' })
  await replay.getByRole('combobox', { name: 'Conversa' }).click()
  await page.getByRole('option', { name: /Rita Moura/ }).click()
  await expect(replay.getByText('Nada mudaria nesta conversa.')).toBeVisible()
  await expect(replay.getByText('Minha torneira pinga', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(replay).toHaveCount(0)
  await expect(dialog).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Que bom ver você.')
  await dialog.getByRole('button', { name: 'Repetir uma conversa passada' }).click()
  await replay.getByRole('combobox', { name: 'Conversa' }).click()
  await page.getByRole('option', { name: /Rita Moura/ }).click()
  await expect(replay.getByText('1 resposta mudaria.')).toBeVisible()
  const [before, after] = [
    replay.getByRole('group', { name: 'O que o bot disse' }).last(),
    replay.getByRole('group', { name: 'O que diria agora' }).last(),
  ]
  await expect(before).toContainText('Bem-vindo às vendas.')
  await expect(after).toContainText('Que bom ver você.')
  await expectAccessibleInBothSchemes(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the simulator is a tab of the dialog', async ({ page, server }) => {
    const company = await createCompany(server, 'Casa Aurora')
    const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
    await company.webChat([sales, support], { greetingMessage: 'Olá!' })
    await logIn(page, server, company.admin)
    const dialog = await openQueue(page, server.url, 'Vendas')
    await dialog.getByRole('tab', { name: 'Simulador' }).click()
    await say(dialog, 'Oi')
    await dialog.getByRole('log', { name: 'Conversa simulada' }).getByRole('button', { name: 'Suporte' }).click()
    await expect(dialog.getByText('Aguarda uma pessoa · Suporte')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})
