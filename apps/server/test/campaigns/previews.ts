import { someNumber } from '../inbound.ts'
import { type Shop, contactList, savedCampaign } from './campaigns.ts'

export const preview = async ({ admin, connection }: Shop, body: object) => {
  const answer = await admin.post('/campaigns/preview', {
    whatsappId: String(connection.id),
    message1: 'Oi {nome}',
    ...body,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

export const numbersIn = async ({ admin, connection }: Shop, body: object) => {
  const answer = await admin.post('/campaigns/preview/people', { whatsappId: String(connection.id), ...body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.people.map(({ number }: { number: string }) => number)
}

/** A saved campaign to Rita of Recife, whom its second text names. */
export const campaignToRita = async (place: Shop) =>
  savedCampaign(place, {
    message2: 'Olá {nome} de {cidade}',
    contactListId: await contactList(place.company, [
      { name: 'Rita', number: someNumber(), variables: { cidade: 'Recife' } },
    ]),
  })
