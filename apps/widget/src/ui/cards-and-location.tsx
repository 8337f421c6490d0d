import type { ChatMessage } from '../messages/messages.ts'
import { useWindow } from './context.ts'
import { ExternalLink } from './formatted.tsx'
import { Icon } from './icon.tsx'

/** Contact cards and locations in a message. */
export function CardsAndLocation({ message: { cards = [], place } }: { message: ChatMessage }) {
  return (
    <>
      {cards.map((card) => (
        <Card key={card.number + card.name} {...card} />
      ))}
      {place && <LocationLink {...place} />}
    </>
  )
}

function Card({ name, number }: NonNullable<ChatMessage['cards']>[number]) {
  const { t } = useWindow()
  const words = (
    <>
      <Icon name="person" size={24} />
      <span>
        <bdi class="name">
          <span>{name || t('contact')}</span>
        </bdi>
        {number && <small>+{number}</small>}
      </span>
    </>
  )
  if (!/^\d{5,20}$/.test(number)) return <span class="document">{words}</span>
  return (
    <a class="document" href={`tel:+${number}`}>
      {words}
    </a>
  )
}

function LocationLink({ latitude, longitude, name, address }: NonNullable<ChatMessage['place']>) {
  const { t } = useWindow()
  return (
    <ExternalLink url={`https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17`} class="document">
      <Icon name="pin" size={24} />
      <span>
        <bdi class="name">
          <span>{name || t('place')}</span>
        </bdi>
        <small>{address || t('openMap')}</small>
      </span>
    </ExternalLink>
  )
}
