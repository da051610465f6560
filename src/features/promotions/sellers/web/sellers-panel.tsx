import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { type PromotionDetail, type PromotionSeller, promotions } from '#features/promotions/contract.ts'
import { percentWords } from '#features/promotions/price/web/name-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Combobox } from '#kit/web/fields/combobox.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import classes from './sellers-panel.module.css'

const JoinDialog = lazyOf(() => import('./join-dialog.tsx'), 'JoinDialog')
const LeaveDialog = lazyOf(() => import('./leave-dialog.tsx'), 'LeaveDialog')

const marks: Readonly<Record<PromotionSeller['state'], readonly [Tone, string]>> = {
  in: ['good', texts.in],
  invited: ['waiting', texts.invited],
  declined: ['off', texts.declined],
  left: ['off', texts.left],
}

/** The vendors of a campaign and the share they carry: inviting, opting in on behalf of a vendor, and leaving. */
export function SellersPanel({ promotion }: { promotion: PromotionDetail }) {
  const can = useCan()
  const [joining, setJoining] = useState<PromotionSeller | null>(null)
  const [leaving, setLeaving] = useState<PromotionSeller | null>(null)
  const { id, sellers, status } = promotion
  const mayChange = can(promotions.invite) && status !== 'ended'
  // In a started campaign each new vendor costs the marketplace money, so adding one needs the permission to start.
  const mayTakeIn = mayChange && (status === 'draft' || can(promotions.start))
  return (
    <SideCard title={texts.sellers}>
      {mayTakeIn && <Invite id={id} />}
      {sellers.length === 0 && <p className={classes.quiet}>{texts.noSellerYetACampaign}</p>}
      <ul className={classes.sellers}>
        {sellers.map((seller) => (
          <li key={seller.vendor_id}>
            <div>
              <strong dir="auto">{seller.shop_name}</strong>
              <StatusMark tone={marks[seller.state][0]}>{marks[seller.state][1]}</StatusMark>
            </div>
            <small>
              <About seller={seller} />
            </small>
            {mayChange && (
              <div>
                {mayTakeIn && seller.state === 'invited' && (
                  <Button size="compact-sm" variant="default" onClick={() => setJoining(seller)}>
                    {texts.recordJoiningHeading({
                      shopName: <span className="visually-hidden">{seller.shop_name}</span>,
                    })}
                  </Button>
                )}
                {mayTakeIn && seller.state === 'in' && status !== 'running' && (
                  <Button size="compact-sm" variant="default" onClick={() => setJoining(seller)}>
                    {texts.changeShareHeading({
                      shopName: <span className="visually-hidden">{seller.shop_name}</span>,
                    })}
                  </Button>
                )}
                {['invited', 'in'].includes(seller.state) && (
                  <Button size="compact-sm" variant="default" onClick={() => setLeaving(seller)}>
                    {seller.state === 'in' ? texts.recordLeavingHeading : texts.recordDecliningHeading}
                    <span className="visually-hidden">{seller.shop_name}</span>
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {joining && <JoinDialog promotion={promotion} seller={joining} onClose={() => setJoining(null)} />}
        {leaving && <LeaveDialog promotion={promotion} seller={leaving} onClose={() => setLeaving(null)} />}
      </Suspense>
    </SideCard>
  )
}

function About({ seller }: { seller: PromotionSeller }) {
  const { state, cost_share_bp, joined_at, left_at, invited_at, joined_by_name, note } = seller
  const carries = texts.carriesOfTheDiscount({ costShareBp: percentWords(cost_share_bp) })
  if (state === 'invited') {
    return (
      <>
        {texts.askedToCarryInvited({
          costShareBp: percentWords(cost_share_bp),
          invitedAt: <Ago at={invited_at} />,
        })}
      </>
    )
  }
  return (
    <>
      {state === 'in' ? `${carries.charAt(0).toUpperCase()}${carries.slice(1)}` : marks[state][1]}{' '}
      {state === 'in' &&
        joined_at &&
        texts.recordedBy({ joinedByName: joined_by_name, joinedAt: <Ago at={joined_at} /> })}
      {left_at && <Ago at={left_at} />}
      {note && <span dir="auto"> · {note}</span>}
    </>
  )
}

function Invite({ id }: { id: string }) {
  const show = useToast()
  const invite = useCommand(promotions.invite)
  const [asked, setAsked] = useState<string | null>(null)
  const { data, isPlaceholderData } = useEndpoint(
    promotions.vendors,
    { q: asked ?? '' },
    { enabled: asked !== null },
  )
  return (
    <>
      {invite.error && <ChangeFailure error={invite.error} />}
      <Combobox
        label={texts.inviteASeller}
        look={{ label: texts.inviteASeller, placeholder: texts.searchByName }}
        options={() => (data ?? []).map((one) => ({ ...one, words: one.name }))}
        isRead={data !== undefined}
        answered={data && !isPlaceholderData ? asked : null}
        none={texts.noApprovedSellerOfThis}
        onAsk={setAsked}
        onPick={({ id: vendor_id, name }) =>
          invite.mutate(
            { input: { id, vendor_id } },
            { onSuccess: () => show({ message: texts.isInvited({ name }) }) },
          )
        }
      />
    </>
  )
}
