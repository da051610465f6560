import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  emailIsRequired: 'Email is Required',
  thisIsNotAnE: 'This is not an e-mail address',
  whoIsInvitedHasNo: 'Who is invited has no password yet; the link says who they are',
  whoForgotTheirPasswordCannot: 'Who forgot their password cannot sign in',
  whoForgotTheirPasswordIs: 'Who forgot their password is known by the link alone',
  askWhoeverInvitedYouTo: 'Ask whoever invited you to send the invitation again.',
  yourPasswordIsSet: 'Your password is set',
  signInWithYourAddress: 'Sign in with your address and the password that you chose.',
  thisLinkIsNotComplete: 'This link is not complete. Open it from the mail again',
  tryAgain: 'Try again',
  loading: 'Loading...',
  welcomeUsername: 'Welcome, {username}',
  chooseThePasswordThatYou: 'Choose the password that you will sign in with.',
  thisDiffersFromThePassword: 'This differs from the password',
  showLabel: 'Show: {label}',
  email: 'Email',
  newPasswordAgain: 'New password again',
  setPassword: 'Set password',
  theServerDidNotAnswer: 'The server did not answer. Check your connection and try again',
  munshi: 'Munshi',
  goToSignIn: 'Go to sign-in',
  lookAtYourMail: 'Look at your mail',
  itWorksFor30Minutes:
    '{message} It works for 30 minutes. Whoever was invited and has no password yet asks for a new invitation.',
  giveTheAddressThatYou:
    'Give the address that you sign in with. A mail brings you a link to a new password.',
  sendTheLink: 'Send the link',
  yourPasswordIsChanged: 'Your password is changed',
  youWereSignedOutEverywhere: 'You were signed out everywhere. Sign in with the new password.',
  askForANewLink: 'Ask for a new link',
})
