import { useCall } from '#kit/web/client.tsx'
import { storeCurrentUser } from '#kit/web/current-user.ts'
import { keepDevice, knownDevice } from '#kit/web/known-device.ts'
import { type Credentials, session } from '../contract.ts'

/**
 * Signs in and stores the result, which continues all screens that watch the current user. Then registers this browser
 * as a known device in the background, so that failed guesses by others do not lock the person out.
 */
export function useSignIn(): (given: Credentials) => Promise<void> {
  const call = useCall()
  return async ({ otp, ...credentials }) => {
    const { email } = credentials
    const device = knownDevice(email)
    storeCurrentUser(
      await call(session.login, { ...credentials, ...(otp ? { otp } : {}), ...(device ? { device } : {}) }),
    )
    call(session.rememberDevice, device ? { device } : {}, { asks: false }).then(
      (answer) => keepDevice(email, answer.device),
      // A failure loses only the exemption, and the next sign-in tries again.
      () => {},
    )
  }
}
