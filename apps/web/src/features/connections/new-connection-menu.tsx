import { type Channel, channelFeatures } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconCertificate,
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

interface Props {
  onMake: (channel: Channel) => void
  /** A WhatsApp number of Meta's API. */
  onMakeOfficial: () => void
  variant?: 'filled' | 'default'
}

/** Disabled entries say why: not in the plan, or not part of this installation. */
export function NewConnectionMenu({ onMake, onMakeOfficial, variant = 'filled' }: Props) {
  const { t } = useTranslation()
  const planHas = usePlanHas()
  const isInPlan = (channel: Channel) => planHas(channelFeatures[channel])
  const { data: hasApp = false } = useQuery(hasPageLogin)
  const login = usePageLogin()
  const entries = [
    {
      key: 'whatsapp',
      channel: 'whatsapp',
      icon: IconBrandWhatsapp,
      isInstalled: true,
      make: () => onMake('whatsapp'),
    },
    { key: 'official', channel: 'whatsapp', icon: IconCertificate, isInstalled: true, make: onMakeOfficial },
    {
      key: 'facebook',
      channel: 'facebook',
      icon: IconBrandFacebook,
      isInstalled: hasApp,
      make: () => login.mutate('facebook'),
    },
    {
      key: 'instagram',
      channel: 'instagram',
      icon: IconBrandInstagram,
      isInstalled: hasApp,
      make: () => login.mutate('instagram'),
    },
  ] as const

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
        {entries.map(({ key, channel, icon: Icon, isInstalled, make }) => (
          <Menu.Item
            key={key}
            disabled={!isInstalled || !isInPlan(channel) || login.isPending}
            className={styles.item ?? ''}
            leftSection={<Icon size={16} />}
            onClick={make}
          >
            {key === 'official' ? t('connections.official.add') : t(`ui.channels.${channel}`)}
            {(!isInstalled || !isInPlan(channel)) && (
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
