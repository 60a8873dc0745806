import { Component, type ReactNode } from 'react';

/** A part of the frame. Where it throws, for example because an answer is not as described, only the part is missing. */
export class FramePart extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
