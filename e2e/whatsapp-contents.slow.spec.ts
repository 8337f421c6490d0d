import { type Locator, type Page, expect as expectSoon, test } from '@playwright/test'
import type { Contact, Phone } from '@guiche/wa-testserver'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { type Desk, openDesk } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { serverOfFile } from './support/server.ts'
import { videoNamed } from './support/media/video.ts'
import { whatsAppOfFile } from './support/whatsapp.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

/** Files are fetched by jobs, which may wait long on a busy machine. */
const expect = expectSoon.configure({ timeout: 60_000 })
test.setTimeout(360_000)

test('A customer and attendants exchange every kind of content and forward messages', async ({ browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const phone = await pair(company, queue.id)
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  const bia = whatsApp().contact('5511977776666', 'Bia Ramos')
  const here = {
    geolocation: { latitude: -23.5505, longitude: -46.6333 },
    permissions: ['geolocation'],
    // High enough for all messages, because those out of sight are not rendered.
    viewport: { width: 1280, height: 4000 },
  }
  const ana = await openDesk(browser, server(), await company.attendant('Ana Prado', [queue]), here)
  const chat = rita.chat(phone)

  await test.step('each kind of content from the customer is shown', async () => {
    const { id } = await chat.text('Oi! Vou mandar tudo')
    await ana.accept('Rita Moura')
    await expect(ana.message('Oi! Vou mandar tudo')).toBeVisible()
    await chat.image(await files.picture(), { caption: 'A vitrine', mimetype: 'image/png' })
    await expect(ana.message('A vitrine').getByRole('button', { name: 'Abrir imagem' })).toBeVisible()
    await chat.voice(files.voice)
    // The file has no valid sound: once the browser notices, it is offered for download.
    const player = ana.conversation.getByRole('button', { name: 'Reproduzir áudio' })
    await expect(player.or(ana.conversation.getByRole('link', { name: 'Baixar file.ogg' }))).toBeVisible()
    await chat.video((await videoNamed('desfile.webm', ana.page)).buffer, {
      caption: 'O desfile',
      mimetype: 'video/webm',
      details: { seconds: 21, jpegThumbnail: await files.frame() },
    })
    const film = ana.message('O desfile').getByRole('button', { name: 'Reproduzir vídeo' })
    await expect(film).toContainText('0:21')
    await film.click()
    await expect(ana.page.getByRole('dialog').getByLabel('O desfile')).toHaveJSProperty('tagName', 'VIDEO')
    await ana.page.keyboard.press('Escape')
    await chat.document(files.paper, { fileName: 'pedido.pdf', details: { pageCount: 2 } })
    await expect(ana.conversation.getByRole('link', { name: 'Baixar pedido.pdf' })).toContainText('2 páginas')
    await chat.sticker(await files.sticker())
    await expect(ana.conversation.getByRole('img', { name: 'Figurinha' })).toBeVisible()
    await chat.contactCard('Bia Ramos', bia.number)
    await expect(ana.message('Bia Ramos').getByRole('button', { name: 'Conversar' })).toBeVisible()
    await chat.location(-23.55, -46.63, { name: 'Praça da Sé' })
    await expect(ana.message('Praça da Sé').getByRole('link')).toHaveAttribute('href', /maps\.google/)
    await chat.text('Respondendo a mim', { quoted: { id } })
    await expect(ana.message('Respondendo a mim')).toContainText('Oi! Vou mandar tudo')
    await expect.poll(() => rita.sent.get(id)?.progress).toBe('read')
  })

  await test.step('edits, deletions and reactions of the customer are shown', async () => {
    await ana.write('Chega amanhã')
    const ours = await rita.waitForMessage(({ text }) => text?.includes('Chega amanhã') === true)
    await chat.react({ id: ours.id, fromOther: true }, '❤️')
    await expect(ana.message('Chega amanhã').getByRole('button', { name: /❤️/ })).toBeVisible()
    const wrong = await chat.text('São duas camisa')
    await chat.edit(wrong.id, 'São duas camisas')
    await expect(ana.message('São duas camisas')).toContainText('editada')
    const gone = await chat.text('Esquece isto')
    await expect(ana.message('Esquece isto')).toBeVisible()
    await chat.delete(gone.id)
    await expect(ana.conversation).toContainText('Essa mensagem foi apagada pelo contato')
  })

  await test.step('content that linked devices do not get is requested from the phone, or mentioned', async () => {
    await chat.text('Vi o anúncio de vocês', { withheld: '' })
    await expect(ana.message('Vi o anúncio de vocês')).toBeVisible()
    await chat.image(await files.picture(), { withheld: 'view_once' })
    await expect(ana.conversation).toContainText('visualização única. Abra no celular')
  })

  await test.step('the attendant’s messages reach the customer’s phone, and the ticks change', async () => {
    await ana.sendPicture('vitrine.png', 'A nossa')
    const picture = await rita.waitForMessage(({ kind }) => kind === 'image')
    expect(picture.text).toContain('A nossa')
    await attach(ana.page, { name: 'nota.pdf', mimeType: 'application/pdf', buffer: files.paper })
    const paper = await rita.waitForMessage(({ kind }) => kind === 'document')
    expect(paper.media).toMatchObject({ fileName: 'nota.pdf' })
    await attach(ana.page, { name: 'aviso.mp3', mimeType: 'audio/mpeg', buffer: files.song })
    await rita.waitForMessage(({ kind }) => kind === 'audio')
    await attach(ana.page, { name: 'desfile.mp4', mimeType: 'video/mp4', buffer: files.video })
    await rita.waitForMessage(({ kind }) => kind === 'video')

    await ana.replyTo('São duas camisas', 'Duas, anotado')
    const answer = await rita.waitForMessage(({ text }) => text?.includes('Duas, anotado') === true)
    expect(answer.quotedId).toBeDefined()
    await ana.expectTick('Duas, anotado', 'Entregue')
    await rita.read()
    await ana.expectTick('Duas, anotado', 'Lida')
  })

  await test.step('contact cards, locations and stickers reach the customer’s phone', async () => {
    const people = ['Caio Prado', 'Duda Reis'].map((name, nth) => whatsApp().contact(`551197777000${nth}`, name))
    for (const { name, number } of people) await must(company.call('POST', '/contacts', { name, number, email: '' }))
    await attaching(ana, 'Contato')
    const cards = ana.page.getByRole('dialog', { name: /Enviar/ })
    for (const { name } of people) {
      await cards.getByRole('textbox', { name: 'De quem' }).fill(name)
      await ana.page.getByRole('option', { name }).click()
      await expect(cards.getByRole('list', { name: 'Contatos escolhidos' })).toContainText(name)
    }
    await cards.getByRole('button', { name: 'Enviar', exact: true }).dblclick()
    const sent = await rita.waitForMessage(({ kind }) => kind === 'contact')
    expect(sent.raw.contactsArrayMessage?.contacts?.map(({ displayName }) => displayName)).toEqual(
      people.map(({ name }) => name),
    )
    await expect(ana.message('Duda Reis').getByRole('button', { name: 'Conversar' })).toHaveCount(2)
    await ana.expectTick('Duda Reis', 'Entregue')
    expect(rita.inbox.filter(({ kind }) => kind === 'contact')).toHaveLength(1)

    await attaching(ana, 'Localização')
    const place = ana.page.getByRole('dialog', { name: 'Enviar localização' })
    await place.getByRole('button', { name: 'Usar a minha localização' }).click()
    await expect(place.getByRole('textbox', { name: 'Coordenadas' })).toHaveValue('-23.550500, -46.633300')
    await place.getByRole('textbox', { name: 'Nome do lugar' }).fill('A nossa loja')
    await place.getByRole('button', { name: 'Enviar', exact: true }).click()
    const shop = await rita.waitForMessage(({ kind, text }) => kind === 'location' && text === 'A nossa loja')
    expect(shop.raw.locationMessage).toMatchObject({ degreesLatitude: -23.5505, degreesLongitude: -46.6333 })
    await expect(ana.message('A nossa loja').getByRole('link')).toHaveAttribute('href', /-23\.5505%2C-46\.6333/)

    // Not with `clearPermissions()`: some versions of Chromium go on giving the position.
    await ana.page.evaluate(
      'navigator.geolocation.getCurrentPosition = (_found, refused) => refused({ code: 1, message: "" })',
    )
    await attaching(ana, 'Localização')
    await place.getByRole('button', { name: 'Usar a minha localização' }).click()
    await expect(place.getByRole('alert')).toContainText('O navegador não deixou')
    await place.getByRole('textbox', { name: 'Coordenadas' }).fill('https://maps.app.goo.gl/abc')
    await expect(place).toContainText('Este link não traz as coordenadas')
    await place.getByRole('textbox', { name: 'Coordenadas' }).fill('https://www.google.com/maps/@-22.9068,-43.1729,15z')
    await place.getByRole('textbox', { name: 'Nome do lugar' }).fill('A filial')
    await place.getByRole('button', { name: 'Enviar', exact: true }).click()
    const branch = await rita.waitForMessage(({ kind, text }) => kind === 'location' && text === 'A filial')
    expect(branch.raw.locationMessage).toMatchObject({ degreesLatitude: -22.9068, degreesLongitude: -43.1729 })

    const choosing = ana.page.waitForEvent('filechooser')
    await attaching(ana, 'Figurinha')
    const cat = { name: 'gato.png', mimeType: 'image/png', buffer: await files.picture() }
    await (await choosing).setFiles(cat)
    await ana.page.getByRole('button', { name: 'Enviar figurinha' }).click()
    const sticker = await rita.waitForMessage(({ kind }) => kind === 'sticker')
    expect(sticker.file?.subarray(8, 12).toString('latin1')).toBe('WEBP')
    await expect(ana.conversation.getByRole('img', { name: 'Figurinha' })).toHaveCount(2)
  })

  await test.step('the attendant’s edits, deletions and reactions reach the customer’s phone', async () => {
    await choose(ana, 'São duas camisas', 'Reagir com 👍')
    await expect.poll(() => allReactions(rita)).toContain('👍')
    await choose(ana, 'Duas, anotado', 'Editar')
    await ana.page.getByRole('textbox', { name: 'Mensagem' }).fill('Duas, anotadas')
    await ana.page.keyboard.press('Enter')
    await rita.waitForMessage(({ text, isEdited }) => isEdited && text?.includes('Duas, anotadas') === true)
    await ana.write('Preço errado')
    await ana.expectTick('Preço errado', 'Entregue')
    await choose(ana, 'Preço errado', 'Apagar')
    await ana.page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()
    await rita.waitForMessage(({ isDeleted }) => isDeleted)
  })

  await test.step('several messages are selected and forwarded', async () => {
    await bia.chat(phone).text('Me manda o endereço?')
    await expect(ana.tab('Aguardando')).toContainText('1')
    await choose(ana, 'Praça da Sé', 'Encaminhar')
    const bar = ana.page.getByRole('toolbar', { name: 'Mensagens selecionadas' })
    for (const text of ['A vitrine', 'Bia Ramos', 'Respondendo a mim']) await pick(ana.message(text))
    await expect(bar).toContainText('4 mensagens selecionadas')
    await bar.getByRole('button', { name: 'Encaminhar' }).click()
    const dialog = ana.page.getByRole('dialog', { name: 'Encaminhar 4 mensagens' })
    await dialog.getByRole('textbox', { name: 'Para' }).fill('bia ra')
    await ana.page.getByRole('option', { name: /Bia Ramos/ }).click()
    await dialog.getByRole('button', { name: 'Encaminhar' }).dblclick()

    const passedOn = () => bia.inbox.filter(({ isForwarded }) => isForwarded)
    await expect.poll(() => passedOn().map(({ kind }) => kind)).toEqual(['image', 'contact', 'location', 'text'])
    await expect(ana.page.getByRole('dialog')).toHaveCount(0)
  })
})

test('A group shows its name and the names of its members', async ({ browser }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const phone = await pair(company, queue.id, { allowGroup: true })
  const [rita, caio] = [whatsApp().contact('5511966660001', 'Rita'), whatsApp().contact('5511966660002', 'Caio')]
  const group = whatsApp().group('Condomínio', rita, [phone, caio])
  const ana = await openDesk(browser, server(), await company.attendant('Ana Prado', [queue], { allowGroup: true }))

  await rita.chat(group).text('Alguém tem a chave?')
  await caio.chat(group).text('Eu não')
  await ana.tab('Grupos').click()
  await expect(ana.row('Condomínio')).toContainText('Caio: Eu não')
  await ana.open('Condomínio')
  await expect(ana.message('Alguém tem a chave?')).toContainText('Rita')
  await expect(ana.message('Eu não')).toContainText('Caio')
  await ana.replyTo('Alguém tem a chave?', 'Está na portaria')
  for (const member of [rita, caio])
    await member.waitForMessage(({ text }) => text?.includes('Está na portaria') === true)
  await group.rename('Condomínio Sol')
  await expect(ana.row('Condomínio Sol')).toBeVisible()
})

let phones = 0

/** Creates a connection over the API and links a phone to it. */
async function pair(company: Company, queueId: number, settings: object = {}): Promise<Phone> {
  const phone = whatsApp().phone(`551190000010${(phones += 1)}`, 'Casa Aurora', { businessName: 'Casa Aurora' })
  const { call } = company
  const body = { name: `Loja ${phones}`, channel: 'whatsapp', queueIds: [queueId], ...settings }
  const { id } = await must<{ id: number }>(call('POST', '/whatsapp', body))
  const shown = () => must<{ qrcode: string; status: string }>(call('GET', `/whatsapp/${id}`))
  await expect.poll(async () => (await shown()).qrcode).not.toBe('')
  await phone.scan((await shown()).qrcode)
  await expect.poll(async () => (await shown()).status).toBe('CONNECTED')
  return phone
}

const choose = ({ message }: Desk, text: string, action: string) => chooseInMenuOf(message(text), action)

const pick = (message: Locator) => message.getByRole('checkbox').check({ force: true })

async function attaching({ page }: Desk, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
  await (await choosing).setFiles(file)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
}

const allReactions = (contact: Contact) =>
  [...contact.sent.keys()].flatMap((id) => [...contact.reactionsToOwn(id).values()])
