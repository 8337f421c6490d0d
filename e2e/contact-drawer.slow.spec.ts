import { expect } from '@playwright/test'
import { changeAnswers } from './support/answers.ts'
import { must } from './support/call.ts'
import { stopClock } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('Head and drawer say whose ticket it is, and notes are kept about it', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const { id: whatsappId } = await must<{ id: number }>(
    company.call('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', queueIds: [queue.id] }),
  )
  const { id: contactId } = await must<{ id: number }>(
    company.call('POST', '/contacts', { name: 'Rita Moura', number: '5511987654321', email: 'rita@moura.test' }),
  )
  const person = await company.attendant('Bernardina Prado', [queue])
  const { id } = await must<{ id: number }>(
    company.call('POST', '/tickets', { contactId, whatsappId, queueId: queue.id, userId: person.id, status: 'open' }),
  )
  const { page, row, open } = await openDesk(browser, server, person)
  const head = (name: string) => page.getByRole('button', { name: `Dados do contato ${name}` })
  const back = page.getByRole('button', { name: 'Voltar para a lista' })
  const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
  const button = (name: string) => drawer.getByRole('button', { name, exact: true })

  await test.step('the head', async () => {
    await open('Rita Moura')
    await expect(head('Rita Moura')).toContainText(`RMRita Moura#${id}`)
    await expect(head('Rita Moura')).toContainText('Atribuído a: Bernardina Prado')
    await expect(back).toBeHidden()
  })

  await test.step('number and e-mail in the drawer', async () => {
    await head('Rita Moura').click()
    await expect(drawer).toContainText('+55 11 98765-4321')
    await expect(drawer).toContainText('rita@moura.test')
    await company.setting('lgpdHideNumber', 'enabled')
    await page.reload()
    await head('Rita Moura').click()
    await expect(drawer).toContainText('*****87654321')
    await expect(drawer.getByRole('img', { name: 'Número oculto pela LGPD' })).toBeVisible()
    await expect(drawer).not.toContainText('98765-4321')
  })

  await test.step('the contact is edited there', async () => {
    await button('Editar').click()
    const dialog = page.getByRole('dialog', { name: 'Editar contato' })
    await dialog.getByLabel('Nome').fill('Rita de Moura Lima')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Contato salvo com sucesso.')).toBeVisible()
    await expect(head('Rita de Moura Lima')).toContainText('Rita de Moura Lima')
    await expect(row('Rita de Moura Lima')).toBeVisible()
  })

  const note = drawer.getByRole('textbox', { name: 'Observações' })

  await test.step('a note has at least two letters', async () => {
    await button('Adicionar: Observações').click()
    await button('Salvar').click()
    await expect(drawer.getByText('Obrigatório')).toBeVisible()
    await note.fill('x')
    await expect(drawer.getByText('Curto demais')).toBeVisible()
    await note.fill('Prefere a tarde')
    await expect(drawer.getByText('Curto demais')).toHaveCount(0)
  })

  const toast = (text: string) => page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text })
  /** Leaves time for the toast to fade. */
  const expectShownFor = async (text: string, time: number) => {
    await expect(toast(text)).toBeVisible()
    await page.clock.runFor(time - 10)
    await expect(toast(text)).toBeVisible()
    await page.clock.runFor(300)
    await expect(toast(text)).toHaveCount(0)
  }

  await test.step('the reason of a refusal is shown for 2 s, and success for 3 s', async () => {
    let error = ''
    await page.route('**/ticket-notes', (route) => route.fulfill({ status: 400, json: { error } }))
    await stopClock(page)
    for (const [code, text] of [
      ['ERR_NO_PERMISSION', 'Você não tem permissão'],
      ['ERR_OF_TOMORROW', 'ERR_OF_TOMORROW'],
      ['', 'Ocorreu um erro.'],
    ] as const) {
      error = code
      await button('Salvar').click()
      await expectShownFor(text, 2000)
    }
    await page.unroute('**/ticket-notes')
    await button('Salvar').click()
    await expectShownFor('Observação adicionada com sucesso!', 3000)
    await page.clock.resume()
    await expect(drawer.getByText('Prefere a tarde')).toBeVisible()
  })

  await test.step('a note is deleted after a question', async () => {
    const question = page.getByRole('dialog', { name: 'Excluir observação' })
    await button('Excluir observação').click()
    await expect(question).toContainText('Deseja realmente excluir este registro?')
    await expect(question).toContainText('Prefere a tarde')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(question).toHaveCount(0)
    await expect(drawer.getByText('Prefere a tarde')).toBeVisible()
    await button('Excluir observação').click()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await expect(toast('Observação excluída com sucesso!')).toBeVisible()
    await expect(drawer.getByText('Prefere a tarde')).toHaveCount(0)
    await button('Fechar').click()
  })

  await test.step('on a phone a button leads back to the list', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await back.click()
    await expect(page).toHaveURL(/\/tickets(\?|$)/)
    await expect(row('Rita de Moura Lima')).toBeVisible()
  })

  await test.step('a conversation over Facebook says until when it can be answered', async () => {
    const notice = page.getByText('Você tem 24h para responder após receber uma mensagem')
    await open('Rita de Moura Lima')
    await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    const until = new Date(Date.now() + 20 * 3_600_000).toISOString()
    const answerWindow = { until, usualUntil: until, templates: false }
    await changeAnswers(page, /\/tickets\/u\//, (ticket) => ({ ...ticket, channel: 'facebook', answerWindow }))
    await page.reload()
    await expect(notice).toBeVisible()
  })
})
