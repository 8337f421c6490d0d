import { expect } from '@playwright/test'
import { deskOn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { openChat } from './support/visitor.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

const undo = { name: /^Desfazer/ }

test('Closing, ignoring and deleting can be undone, and are done when the time has passed', async ({
  browser,
  server,
}) => {
  const { ana, visitor, company, queue } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  const close = async () => {
    await page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
  }

  await test.step('a closing that is undone', async () => {
    await close()
    await expect(ana.row('Rita Moura')).toHaveCount(0)
    await expect(ana.conversation).toHaveCount(0)
    await expect(page.getByText('Ticket encerrado com sucesso.')).toBeVisible()
    await page.getByRole('button', undo).click()
    await expect(page.getByRole('button', undo)).toHaveCount(0)
    await expect(ana.row('Rita Moura')).toBeVisible()
    await expect(ana.message('Bom dia')).toBeVisible()
    await ana.write('Ainda estou aqui')
    await expect(visitor.message('Ainda estou aqui')).toBeVisible()
  })

  await test.step('a deletion that is undone', async () => {
    await chooseInMenuOf(ana.message('Ainda estou aqui'), 'Apagar')
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
    await expect(ana.message('Mensagem apagada')).toBeVisible()
    await page.getByRole('button', undo).click()
    await expect(ana.message('Ainda estou aqui')).toBeVisible()
    await expect(visitor.message('Ainda estou aqui')).toBeVisible()
  })

  await test.step('a customer who writes keeps the ticket open', async () => {
    await close()
    await visitor.write('Só mais uma coisa')
    await expect(page.getByText('O ticket não foi encerrado')).toBeVisible()
    await expect(page.getByRole('button', undo)).toHaveCount(0)
    await ana.open('Rita Moura')
    await expect(ana.message('Só mais uma coisa')).toBeVisible()
  })

  await test.step('a closing whose browser is closed', async () => {
    const bia = await openDesk(browser, server, await company.attendant('Bia Costa', [queue]))
    await close()
    await expect(page.getByRole('button', undo)).toBeVisible()
    await page.close()
    await bia.page.getByRole('button', { name: 'Encerrados' }).click()
    await expect(bia.row('Rita Moura')).toBeVisible()
  })
})

test('All tabs of the attendant hide what is being closed, each can undo it, and each says what stopped it', async ({
  browser,
  server,
}) => {
  const { ana, visitor } = await openTalk(browser, server, 'Bom dia')
  const other = deskOn(await ana.page.context().newPage())
  await other.page.goto(`${server.url}/tickets`)
  await expect(other.row('Rita Moura')).toBeVisible()

  const close = async () => {
    await ana.page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
    await ana.page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
    await expect(other.row('Rita Moura')).toHaveCount(0)
  }

  await close()
  await other.page.getByRole('button', undo).click()

  await expect(other.message('Bom dia')).toBeVisible()
  for (const desk of [ana, other]) {
    await expect(desk.page.getByRole('button', undo)).toHaveCount(0)
    await expect(desk.row('Rita Moura')).toBeVisible()
  }

  await ana.open('Rita Moura')
  await close()
  const told = [ana, other].map(({ page }) => expect(page.getByText('O ticket não foi encerrado')).toBeVisible())
  await visitor.write('Só mais uma coisa')
  await Promise.all(told)
})

test('After a ticket is closed, the next one that waits for an answer opens if the user chose so', async ({
  browser,
  server,
}) => {
  const { ana, company, queue } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  const ivo = await openChat(browser, server, await company.webChat([queue]), 'Ivo Reis')
  await ivo.write('Aqui é o Ivo')
  await ana.accept('Ivo Reis')
  await expect(ivo.message('darei continuidade')).toBeVisible()
  await ivo.write('Ainda estou esperando')
  await expect(ana.message('Ainda estou esperando')).toBeVisible()
  await ana.open('Rita Moura')

  await page.getByRole('button', { name: 'Conta de Ana Prado' }).click()
  await page.getByRole('menuitem', { name: 'Perfil' }).click()
  await page.getByRole('switch', { name: 'Abrir o próximo ticket ao encerrar' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The list does not show who waits.
  await page.goto(`${page.url()}?date=2020-01-01`)
  await expect(ana.message('Bom dia')).toBeVisible()
  await expect(ana.row('Ivo Reis')).toHaveCount(0)
  await page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()

  await expect(ana.message('Aqui é o Ivo')).toBeVisible()
  await expect(ana.row('Rita Moura')).toHaveCount(0)
})
