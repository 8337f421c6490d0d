import { type Channel, channelFeatures } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconChevronDown,
  IconPlus,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePlanHas } from '../../lib/plan.ts'
import { hasPageLogin } from './installation.ts'
import { usePageLogin } from './pages/index.ts'
import styles from './new-connection-menu.module.css'

const channels = [
  { channel: 'whatsapp', icon: IconBrandWhatsapp },
  { channel: 'facebook', icon: IconBrandFacebook },
  { channel: 'instagram', icon: IconBrandInstagram },
] as const

interface Props {
  onMake: (channel: Channel) => void
  variant?: 'filled' | 'default'
}

/** Disabled entries say why: not in the plan, or not part of this installation. */
export function NewConnectionMenu({ onMake, variant = 'filled' }: Props) {
  const { t } = useTranslation()
  const planHas = usePlanHas()
  const isInPlan = (channel: Channel) => planHas(channelFeatures[channel])
  const { data: hasPages = false } = useQuery(hasPageLogin)
  const login = usePageLogin()
  const isInstalled = (channel: Channel) => channel === 'whatsapp' || hasPages
  const make = (channel: Channel) => (channel === 'whatsapp' ? onMake(channel) : login.mutate(channel))

  return (
    <Menu width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant={variant}
          leftSection={<IconPlus size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {t('connections.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconWorld size={16} />} onClick={() => onMake('webchat')}>
          {t('ui.channels.webchat')}
        </Menu.Item>
        {channels.map(({ channel, icon: Icon }) => (
          <Menu.Item
            key={channel}
            disabled={!isInstalled(channel) || !isInPlan(channel) || login.isPending}
            className={styles.item ?? ''}
            leftSection={<Icon size={16} />}
            onClick={() => make(channel)}
          >
            {t(`ui.channels.${channel}`)}
            {(!isInstalled(channel) || !isInPlan(channel)) && (
              <small className={styles.reason}>
                {t(isInPlan(channel) ? 'connections.notInstalled' : 'connections.notInPlan')}
              </small>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
